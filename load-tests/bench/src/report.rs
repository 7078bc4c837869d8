//! The comparison as Markdown: figures, ratios, and whether the targets hold.

use std::fmt::{self, Display, Formatter, Write as _};

use crate::compare::{Comparison, Results};
use crate::load::LoadFigures;
use crate::server::Kind;
use crate::targets;

/// The highest share of its core for the generator; above it, the figures may be the generator's.
const BUSY_GENERATOR: f64 = 0.85;

/// The highest share of a core for other processes; above it, a figure is doubtful.
const BUSY_MACHINE: f64 = 0.1;
/// The longest delay of the generator in sending, in milliseconds; above it, it did not get its core.
const LATE_MS: f64 = 50.0;

/// The comparison as Markdown.
pub(crate) struct Report<'a>(pub(crate) &'a Comparison);

impl Display for Report<'_> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        self.machine(out)?;
        self.loads(out)?;
        self.connections(out)?;
        self.flood(out)?;
        self.ratios(out)?;
        self.targets(out)?;
        self.remarks(out)
    }
}

impl Report<'_> {
    fn machine(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let machine = &self.0.machine;
        writeln!(
            out,
            "Colibri {}, socketioxide {}, socket.io {} on Node {}; {} cores of {}, Linux {}, {} open files; {} s each.\n",
            machine.colibri,
            machine.socketioxide,
            machine.socket_io,
            machine.node,
            machine.cores,
            machine.processor,
            machine.kernel,
            machine.open_files,
            self.0.seconds,
        )
    }

    fn loads(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.write_str(
            "| rooms | server | p50 ms | p99 ms | p99.9 ms | max ms | delivered of expected | out of order \
             | CPU us per delivery (kernel) | server core | generator core | MiB |\n\
             |--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|\n",
        )?;
        for (results, load) in self.by_rooms() {
            writeln!(
                out,
                "| {} | {} | {:.2} | {:.2} | {:.2} | {:.2} | {} of {} | {} | {:.1} ({:.1}) | {:.0} % | {:.0} % | {:.0} |",
                load.rooms,
                results.server.name(),
                load.latency.p50,
                load.latency.p99,
                load.latency.p999,
                load.latency.max,
                load.delivered,
                load.expected,
                load.out_of_order,
                load.cpu_us,
                load.kernel_us,
                load.server_share * 100.0,
                load.generator_share * 100.0,
                load.resident as f64 / 1024.0 / 1024.0,
            )?;
        }
        out.write_char('\n')
    }

    fn connections(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.0.servers.iter().all(|results| results.idle.is_none() && results.burst.is_none()) {
            return Ok(());
        }
        out.write_str(
            "| server | idle held | KB per idle connection | at once | last accepted after |\n|---|--:|--:|--:|--:|\n",
        )?;
        for results in &self.0.servers {
            let (mut idle, mut burst) = ("– | –".to_owned(), "– | –".to_owned());
            if let Some(figures) = &results.idle {
                idle = format!("{} of {} | {:.1}", figures.held, figures.connections, figures.bytes_each / 1000.0);
            }
            if let Some(figures) = &results.burst {
                burst = format!("{} of {} | {:.2} s", figures.entered, figures.connections, figures.seconds);
            }
            writeln!(out, "| {} | {idle} | {burst} |", results.server.name())?;
        }
        out.write_char('\n')
    }

    fn flood(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Some(figures) = self.0.servers.iter().find_map(|results| results.flood.as_ref()) else { return Ok(()) };
        writeln!(
            out,
            "A flood during {} rooms: {} connections, {} events, {} ended by the server; p99 of the rooms {:.2} ms without \
             it and {:.2} ms with it ({:.2} of it), {} of their racers were disconnected.\n",
            figures.rooms,
            figures.flood.connections,
            figures.flood.events,
            figures.flood.ended,
            figures.without.p99,
            figures.with.p99,
            figures.with.p99 / figures.without.p99,
            figures.closed,
        )
    }

    /// Writes Colibri's figures divided by the others'.
    fn ratios(&self, out: &mut Formatter<'_>) -> fmt::Result {
        let Some(ours) = self.0.of(Kind::Colibri) else { return Ok(()) };
        let mut lines = String::new();
        for theirs in self.0.servers.iter().filter(|results| results.server != Kind::Colibri) {
            let name = theirs.server.name();
            for (our, their) in pairs(ours, theirs) {
                writeln!(
                    lines,
                    "| {} rooms | {name} | {:.2} | {:.2} | {:.2} | – |",
                    our.rooms,
                    our.cpu_us / their.cpu_us,
                    our.latency.p50 / their.latency.p50,
                    our.latency.p99 / their.latency.p99,
                )?;
            }
            if let (Some(our), Some(their)) = (&ours.idle, &theirs.idle) {
                writeln!(lines, "| idle | {name} | – | – | – | {:.2} |", our.bytes_each / their.bytes_each)?;
            }
        }
        if lines.is_empty() {
            return Ok(());
        }
        writeln!(
            out,
            "| ours divided by theirs | theirs | CPU per delivery | p50 | p99 | memory per connection |\n\
             |---|---|--:|--:|--:|--:|\n{lines}"
        )
    }

    fn targets(&self, out: &mut Formatter<'_>) -> fmt::Result {
        if self.by_rooms().iter().any(|(_, load)| is_disturbed(load)) {
            out.write_str("The machine was not quiet (see the remarks), so repeat the run before using these.\n\n")?;
        }
        out.write_str("| target | measured | holds |\n|---|--:|---|\n")?;
        for target in targets::of(self.0) {
            let holds = target.holds.map_or("not measured", |holds| if holds { "yes" } else { "**no**" });
            writeln!(out, "| {} | {} | {holds} |", target.what, target.measured)?;
        }
        out.write_char('\n')
    }

    /// Writes the reasons to doubt a figure.
    fn remarks(&self, out: &mut Formatter<'_>) -> fmt::Result {
        for (results, load) in self.by_rooms() {
            let (name, rooms) = (results.server.name(), load.rooms);
            if load.generator_share > BUSY_GENERATOR {
                writeln!(out, "- {name}, {rooms} rooms: the generator was busy; its latencies are the generator's.")?;
            }
            if is_disturbed(load) {
                let (share, late) = (load.others_share * 100.0, load.latest_send_ms);
                writeln!(
                    out,
                    "- {name}, {rooms} rooms: disturbed; others used {share:.0} % of a core, and the generator sent up to \
                     {late:.0} ms late.",
                )?;
            }
            if load.delivered < load.expected {
                let lost = load.expected - load.delivered;
                writeln!(out, "- {name}, {rooms} rooms: saturated; {lost} updates had not arrived 5 s after the end.")?;
            }
            if load.closed > 0 || load.strange > 0 {
                let (closed, strange) = (load.closed, load.strange);
                writeln!(
                    out,
                    "- {name}, {rooms} rooms: {closed} connections ended, {strange} events were unexpected."
                )?;
            }
        }
        for results in &self.0.servers {
            for failure in &results.failures {
                writeln!(out, "- {}: {failure}", results.server.name())?;
            }
        }
        Ok(())
    }

    /// Returns the figures of all servers, ordered by load.
    fn by_rooms(&self) -> Vec<(&Results, &LoadFigures)> {
        let mut all: Vec<_> =
            self.0.servers.iter().flat_map(|results| results.loads.iter().map(move |load| (results, load))).collect();
        all.sort_by_key(|(_, load)| load.rooms);
        all
    }
}

/// Returns true if processes other than the servers and the generator affected the figures.
fn is_disturbed(load: &LoadFigures) -> bool {
    load.others_share > BUSY_MACHINE || load.latest_send_ms > LATE_MS
}

/// Returns the loads that two servers have in common.
fn pairs<'a>(ours: &'a Results, theirs: &'a Results) -> impl Iterator<Item = (&'a LoadFigures, &'a LoadFigures)> {
    ours.loads.iter().filter_map(|our| Some((our, theirs.at(our.rooms)?)))
}
