import { Link } from 'react-router';
import { paths } from '../core/paths';
import { useFormat, useText } from '../core/useText';
import { Button } from '../ui/Button';
import { LoadFailed } from '../ui/EmptyState';
import { ErrorText } from '../ui/ErrorText';
import settings from './AccountScreen.module.css';
import classes from './ApiKeys.module.css';
import { useBlocks, useUnblock } from './queries';
import * as texts from './texts';

/** The users whom the user blocks, each with a button that takes it back. */
export function Blocks() {
  const t = useText();
  const { date } = useFormat();
  const { data: blocks, error, refetch } = useBlocks();
  const unblock = useUnblock();
  if (!blocks) return error && <LoadFailed title={t(texts.blocksFailed)} error={error} onRetry={refetch} />;
  if (blocks.length === 0) return <p className="note">{t(texts.noBlocks)}</p>;
  return (
    <>
      <ul className={classes.keys} aria-label={t(texts.blocksTitle)}>
        {blocks.map((block) => (
          <li key={block.username} className={settings.row}>
            <div className={settings.identity}>
              <Link to={paths.user(block.username)}>{block.username}</Link>
              <p className="note">{t(texts.blockedSince)(date(block.date))}</p>
            </div>
            <Button
              onClick={() => unblock.mutate(block.username)}
              isBlocked={unblock.isPending}
              aria-label={t(texts.unblockUser)(block.username)}
            >
              {t(texts.unblock)}
            </Button>
          </li>
        ))}
      </ul>
      <ErrorText error={unblock.error} hasPrefix isBoxed />
    </>
  );
}
