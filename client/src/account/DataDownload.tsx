import Download from 'lucide-react/icons/download';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import { type Action, ErrorText } from '../ui/ErrorText';
import * as texts from './texts';

interface Props {
  download: Action & { mutate: () => void };
}

/** Saves a copy of everything that the site keeps about the user. */
export function DataDownload({ download }: Props) {
  const t = useText();
  return (
    <>
      <div>
        <Button onClick={() => download.mutate()} isBlocked={download.isPending}>
          <Download aria-hidden="true" />
          <span>{t(download.isPending ? texts.dataPending : texts.downloadData)}</span>
        </Button>
      </div>
      <ErrorText error={download.error} hasPrefix isBoxed />
    </>
  );
}
