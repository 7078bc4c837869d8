import { Component, type ReactNode } from 'react';
import { paths } from '../../core/paths';
import * as commonTexts from '../../core/texts';
import { type Translate, useText } from '../../core/useText';
import { ChunkError } from '../../platform/loading';
import { isTooOld } from '../../platform/support';
import { Button } from '../../ui/Button';
import { FogScene } from '../../ui/FogScene';
import { StatusPage } from '../../ui/StatusPage';
import { useTitle } from '../../ui/useTitle';
import classes from './ErrorScreen.module.css';

/** The screen shown when another one fails: the error and two ways to continue. */
function ErrorScreen({ error }: { error: unknown }) {
  const t = useText();
  useTitle(t(commonTexts.title)(t(commonTexts.unexpected)));
  return (
    <div className={classes.screen}>
      <StatusPage
        picture={<FogScene skin="sabrewing" />}
        title={t(commonTexts.unexpected)}
        role="alert"
        actions={
          <>
            <Button kind="primary" onClick={() => window.location.reload()}>
              {t(commonTexts.reload)}
            </Button>
            <Button onClick={() => window.location.assign(paths.home)}>{t(commonTexts.home)}</Button>
          </>
        }
      >
        <p>{messageOf(error, t)}</p>
      </StatusPage>
    </div>
  );
}

function messageOf(error: unknown, t: Translate): string {
  if (isTooOld()) return t(commonTexts.tooOld);
  if (error instanceof ChunkError) return t(commonTexts.chunk)(error.id);
  return error instanceof Error ? error.message : String(error);
}

/** Shows the error screen in place of children that failed to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <ErrorScreen error={error} />;
  }
}
