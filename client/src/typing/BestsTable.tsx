import { Link } from 'react-router';
import { languages } from '../core/text';
import { useFormat } from '../core/useText';
import type { TextLanguage } from '../net/api';
import { Table } from '../ui/Table';
import classes from './BestsTable.module.css';
import { useSpeed } from './useSpeed';

/** The fastest run of a row, in a language. */
interface BestEntry {
  /** The name of its row. */
  name: string;
  language: TextLanguage;
  wpm: number;
  accuracy: number;
  date: string;
  /** The path of the run. */
  to: string;
}

interface Props {
  /** The id of its heading. */
  labelledBy: string;
  /** In the order of their rows. */
  bests: readonly BestEntry[];
}

/** The fastest runs: a row for each kind of run, a column for each language. */
export function BestsTable({ labelledBy, bests }: Props) {
  const format = useFormat();
  const speed = useSpeed();
  const shown = (Object.keys(languages) as TextLanguage[]).filter((language) =>
    bests.some((best) => best.language === language),
  );
  const names = [...new Set(bests.map(({ name }) => name))];
  return (
    <div className={classes.frame}>
      <Table look="plain" className={classes.table} aria-labelledby={labelledBy}>
        <thead>
          <tr>
            <td>{speed.name}</td>
            {shown.map((language) => (
              <th key={language} scope="col" lang={language}>
                {languages[language]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {names.map((name) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {shown.map((language) => {
                const best = bests.find((each) => each.name === name && each.language === language);
                return (
                  <td key={language}>
                    {best ? (
                      <>
                        <Link className={classes.speed} to={best.to}>
                          {speed.decimals(best.wpm)}
                        </Link>
                        <small>
                          <span>{`${format.accuracy(best.accuracy)} · `}</span>
                          <time dateTime={best.date}>{format.date(best.date)}</time>
                        </small>
                      </>
                    ) : (
                      '–'
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  );
}
