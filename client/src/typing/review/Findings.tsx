import { useFormat, useText } from '../../core/useText';
import type { Finding } from '../../net/api';
import * as texts from './findings.texts';

/** The rules that a run breaks, each with its number and the limit. */
export function Findings({ findings }: { findings: readonly Finding[] }) {
  const t = useText();
  const format = useFormat();
  return (
    <ul className="stack">
      {findings.filter(isKnown).map(({ rule, measured, bound }) => (
        <li key={rule}>
          <p>{t(texts.rules[rule].reason)}</p>
          <p className="soft">{t(texts.rules[rule].number)(format.exact(measured), format.exact(bound))}</p>
        </li>
      ))}
    </ul>
  );
}

/** A server that is newer than this page may have other rules. */
const isKnown = ({ rule }: Finding): boolean => Object.hasOwn(texts.rules, rule);
