import { paths } from '../core/paths';
import { useStrings } from '../core/useStrings';
import { ButtonLink } from '../ui/Button';
import { StatusPage } from '../ui/StatusPage';
import { SimulatedNotice } from './SimulatedNotice';

/** The screen after a canceled payment. */
export function Component() {
  const strings = useStrings();
  return (
    <>
      <StatusPage
        title={strings.shop.canceled}
        actions={
          <>
            <ButtonLink to={paths.home}>{strings.common.home}</ButtonLink>
            <ButtonLink kind="primary" to={paths.shop}>
              {strings.shop.continue}
            </ButtonLink>
          </>
        }
      >
        <p>{strings.shop.canceledText}</p>
      </StatusPage>
      <SimulatedNotice />
    </>
  );
}
