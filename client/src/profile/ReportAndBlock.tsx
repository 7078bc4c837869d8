import { Ban } from 'lucide-react';
import { observer } from 'mobx-react-lite';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { ReportButton } from '../report/ReportButton';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { useBlock } from './queries';
import * as texts from './texts';

/** The buttons with which users report the name of another racer, and block them. */
export const ReportAndBlock = observer(function ReportAndBlock({ username }: { username: string }) {
  const t = useText();
  const { session } = useRoot();
  const block = useBlock(username);
  if (!session.isLoggedIn) return null;
  return (
    <>
      <ReportButton thing={{ kind: 'name', username }} />
      <Button kind="quiet" onClick={() => block.mutate()} isBlocked={block.isPending}>
        <Ban aria-hidden="true" />
        <span>{t(texts.block)}</span>
      </Button>
      <ErrorText error={block.error} />
    </>
  );
});
