import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useFormat, useText } from '../core/useText';
import { Table } from '../ui/Table';
import { useRacedEvents } from './queries';
import classes from './RunsTable.module.css';
import * as texts from './texts';

/** The events in which the user raced, newest first; nothing without any. */
export function Events() {
  const t = useText();
  const { date } = useFormat();
  const { data: events } = useRacedEvents();
  if (!events || events.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="history-events">
      <h2 id="history-events">{t(texts.events)}</h2>
      <p className="note">{t(texts.eventsHint)}</p>
      <Table look="cards" className={classes.runs} aria-labelledby="history-events">
        <thead>
          <tr>
            <th scope="col">{t(texts.event)}</th>
            <th scope="col">{t(texts.place)}</th>
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <tr key={event.code}>
              <th scope="row">
                <div className={classes.name}>
                  <Link to={paths.event(event.code)} className={classes.excerpt}>
                    {event.title}
                  </Link>
                  <p className={classes.facts}>
                    <time dateTime={event.date}>{date(event.date)}</time>
                  </p>
                </div>
              </th>
              <td data-title={t(texts.place)}>{event.place ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  );
}
