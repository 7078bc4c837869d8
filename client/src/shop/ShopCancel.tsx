import { paths } from '../core/paths';
import * as commonTexts from '../core/texts';
import { useText } from '../core/useText';
import { ButtonLink } from '../ui/Button';
import { StatusPage } from '../ui/StatusPage';
import { SimulatedNotice } from './SimulatedNotice';
import * as texts from './texts';

/** The screen after a canceled payment. */
export function Component() {
  const t = useText();
  return (
    <>
      <StatusPage
        title={t(texts.canceled)}
        actions={
          <>
            <ButtonLink to={paths.home}>{t(commonTexts.home)}</ButtonLink>
            <ButtonLink kind="primary" to={paths.shop}>
              {t(texts.shopContinue)}
            </ButtonLink>
          </>
        }
      >
        <p>{t(texts.canceledText)}</p>
      </StatusPage>
      <SimulatedNotice />
    </>
  );
}
