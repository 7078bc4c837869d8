/** The report as one HTML file without external files. */

import { facts, knees, ladderTable, scriptTable, WHAT_IT_MEANS } from './figures.mjs';
import { plot } from './plot.mjs';
import { SHAPES } from './site.mjs';

/** The color of each shape, by the product's own names. */
const COLORS = { one: 'forest', two: 'teal', three: 'magenta' };

export function page(figures) {
  const { ladder, machine, scripts } = figures;
  const shapes = Object.keys(SHAPES).filter((shape) => ladder.some((run) => run.shape === shape));
  const line = (shape, y) => ladder.filter((run) => run.shape === shape).map((run) => [run.racers, y(run)]);
  const perShape = (y) =>
    shapes.map((shape) => ({ name: SHAPES[shape].title, color: COLORS[shape], points: line(shape, y) }));
  const latency = shapes.flatMap((shape) => [
    { name: `${SHAPES[shape].title}, p99`, color: COLORS[shape], points: line(shape, ({ fanout }) => fanout.p99) },
    {
      name: `${SHAPES[shape].title}, p50`,
      color: COLORS[shape],
      isDashed: true,
      points: line(shape, ({ fanout }) => fanout.p50),
    },
  ]);
  const plots =
    ladder.length === 0
      ? ''
      : `
<ul class="legend">${shapes.map((shape) => `<li style="--color: var(--${COLORS[shape]})">${SHAPES[shape].title}</li>`).join('')}</ul>
<div class="plots">
${panel('Fan-out latency', 'milliseconds: p99 drawn through, p50 dashed; each line is ten times the one below it', plot({ title: 'Fan-out latency by racers', x: 'racers', unit: 'ms', isLogarithmic: true, lines: latency }))}
${panel('CPU of the site', 'cores in its busiest ten seconds, without the database', plot({ title: 'Cores in use by racers', x: 'racers', unit: 'cores', lines: perShape(({ cpu }) => cpu.server) }))}
${panel('Memory of the site', 'MiB at most, without the database', plot({ title: 'Memory by racers', x: 'racers', unit: 'MiB', lines: perShape(({ memory }) => memory.server) }))}
${panel('CPU of the generator', 'cores of k6 in the same ten seconds', plot({ title: 'Cores of k6 by racers', x: 'racers', unit: 'cores', lines: perShape(({ cpu }) => cpu.generator) }))}
</div>`;
  const soak =
    scripts.soak &&
    panel(
      'Memory of the site in the soak',
      `MiB, with ${scripts.soak.racers} racers who race again and again`,
      plot({
        title: 'Memory by time',
        x: 'seconds',
        unit: 'MiB',
        lines: [{ name: 'memory', color: 'forest', points: scripts.soak.memoryByTime }],
      }),
    );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Load report | Colibri</title>
<style>${STYLE}</style>
<header>
<p class="mark">Colibri</p>
<h1>How many racers it carries</h1>
<p class="lead">${knees(figures).join(' ')}</p>
</header>
<main>
<section><h2>By number of racers</h2>${plots}${table(ladderTable(figures))}</section>
<section><h2>Each script once</h2>${table(scriptTable(figures))}${soak ? `<div class="plots">${soak}</div>` : ''}</section>
<section class="columns">
<div><h2>What it means</h2><dl>${WHAT_IT_MEANS.map(([term, meaning]) => `<dt>${term}</dt><dd>${meaning}</dd>`).join('')}</dl></div>
<div><h2>Measured on</h2><dl class="facts">${facts(machine)
    .map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`)
    .join('')}</dl>
<h2>Again</h2><pre>make load-report</pre></div>
</section>
</main>
</html>
`;
}

const panel = (title, caption, svg) => `<figure><figcaption><b>${title}</b> ${caption}</figcaption>${svg}</figure>`;

function table({ head, rows }) {
  if (rows.length === 0) return '';
  const cells = (row, tag) => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
  const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
  return `<div class="table"><table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table></div>`;
}

const STYLE = `
:root { color-scheme: light dark;
  --mist: light-dark(#f1f6f2, #0a1512); --surface: light-dark(#ffffff, #10201b); --line: light-dark(#d2dfd7, #24433a);
  --ink: light-dark(#12261e, #e8f3ed); --ink-soft: light-dark(#4a6156, #a3bbb0);
  --forest: light-dark(#0e5d45, #48d6a4); --teal: light-dark(#0b7285, #4fd3e0); --magenta: light-dark(#b0126b, #ff7abf); }
* { box-sizing: border-box; }
body { margin: 0; background: var(--mist); color: var(--ink); font: 1.0625rem/1.55 "Atkinson Hyperlegible Next", system-ui, sans-serif; }
header, main { max-width: 76rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 2.5rem); }
header { padding-top: 3rem; }
.mark { margin: 0; font-weight: 700; letter-spacing: .02em; background: linear-gradient(100deg, var(--forest), var(--teal) 12%, var(--magenta) 24%); background-clip: text; color: transparent; }
h1 { margin: .2rem 0 .6rem; font-size: clamp(2rem, 1.5rem + 2.4vw, 3.2rem); line-height: 1.1; letter-spacing: -.02em; }
h2 { margin: 0 0 1rem; font-size: 1.35rem; letter-spacing: -.01em; }
.lead { max-width: 46rem; margin: 0; color: var(--ink-soft); font-size: 1.2rem; }
section { margin: 3rem 0; }
.legend { display: flex; flex-wrap: wrap; gap: .5rem 1.5rem; margin: 0 0 1rem; padding: 0; list-style: none; }
.legend li::before { content: ""; display: inline-block; width: 1.6em; height: 4px; margin-right: .5em; border-radius: 2px; background: var(--color); vertical-align: middle; }
.plots { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 27rem), 1fr)); gap: 1rem; margin: 1rem 0; }
figure { margin: 0; padding: 1.1rem 1.2rem .8rem; border: 1px solid var(--line); border-radius: .875rem; background: var(--surface); }
figcaption { color: var(--ink-soft); font-size: .9375rem; }
figcaption b { display: block; color: var(--ink); font-size: 1.0625rem; }
svg { display: block; width: 100%; margin-top: .6rem; font-size: 12.5px; }
svg text { fill: var(--ink-soft); font-variant-numeric: tabular-nums; }
.grid { stroke: var(--line); }
polyline { fill: none; stroke: var(--color); stroke-width: 2.5; stroke-linejoin: round; }
.dashed { stroke-dasharray: 2 6; stroke-linecap: round; }
circle { fill: var(--surface); stroke: var(--color); stroke-width: 2.5; }
.table { overflow-x: auto; border: 1px solid var(--line); border-radius: .875rem; background: var(--surface); }
table { width: 100%; border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
th, td { padding: .45rem .6rem; text-align: right; white-space: nowrap; }
th { color: var(--ink-soft); font-weight: 600; white-space: normal; vertical-align: bottom; }
td:last-child { min-width: 6rem; white-space: normal; }
td:first-child, th:first-child { text-align: left; }
tbody tr { border-top: 1px solid var(--line); }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 24rem), 1fr)); gap: 2rem 4rem; }
dl { margin: 0; } dt { font-weight: 600; } dd { margin: 0 0 .7rem; color: var(--ink-soft); }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1.2rem; margin-bottom: 2rem; } .facts dd { margin: 0; }
pre { margin: 0; padding: .8rem 1rem; overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--surface); }
@media (max-width: 32rem) { th, td { padding: .4rem .55rem; } }
`;
