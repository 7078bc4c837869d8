import { useId } from 'react';
import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useText } from '../core/useText';
import { LoadFailed } from '../ui/EmptyState';
import { ErrorText } from '../ui/ErrorText';
import { Switch } from '../ui/Switch';
import classes from './AccountScreen.module.css';
import { useChangeWatching, useWatching } from './queries';
import * as texts from './texts';

/** Whether watchers see who the user is, and whether streams may follow their races. */
export function Watching({ username }: { username: string }) {
  const t = useText();
  const { data, error, refetch } = useWatching();
  const change = useChangeWatching();
  if (!data && error) return <LoadFailed title={t(texts.watchingFailed)} error={error} onRetry={refetch} />;
  const isBlocked = !data || change.isPending;
  return (
    <>
      <SwitchRow
        name={t(texts.shown)}
        hint={t(texts.shownHint)}
        isOn={data?.shownToWatchers ?? true}
        isBlocked={isBlocked}
        onChoose={(shownToWatchers) => change.mutate({ shownToWatchers })}
      />
      <SwitchRow
        name={t(texts.overlay)}
        hint={t(texts.overlayHint)}
        isOn={data?.overlay ?? false}
        isBlocked={isBlocked}
        onChoose={(overlay) => change.mutate({ overlay })}
      />
      {data?.overlay && (
        <p>
          <Link to={paths.overlay(username)} target="_blank">
            {window.location.origin + paths.overlay(username)}
          </Link>
        </p>
      )}
      <ErrorText error={change.error} hasPrefix isBoxed />
    </>
  );
}

interface SwitchRowProps {
  name: string;
  hint: string;
  isOn: boolean;
  isBlocked: boolean;
  onChoose: (isOn: boolean) => void;
}

function SwitchRow({ name, hint, isOn, isBlocked, onChoose }: SwitchRowProps) {
  const id = useId();
  return (
    <div className={classes.row}>
      <div className={classes.identity}>
        <label htmlFor={id}>
          <strong>{name}</strong>
        </label>
        <small id={`${id}-hint`} className="note">
          {hint}
        </small>
      </div>
      {/* Not `disabled`, which would lose the focus. */}
      <Switch
        id={id}
        isOn={isOn}
        aria-describedby={`${id}-hint`}
        aria-disabled={isBlocked || undefined}
        onChoose={(chosen) => !isBlocked && onChoose(chosen)}
      />
    </div>
  );
}
