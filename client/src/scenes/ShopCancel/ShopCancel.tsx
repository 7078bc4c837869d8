import { ButtonLink } from '../../components/Button';
import { Logo } from '../../components/Logo';
import { Signpost } from '../../components/Signpost';
import { SimulatedNotice } from '../../components/SimulatedNotice';
import { useStrings } from '../../hooks/useStrings';
import { useTitle } from '../../hooks/useTitle';
import { paths } from '../../paths';

/** Where the payment provider sends who changed their mind. */
export function Component() {
  const strings = useStrings();
  useTitle(strings.title(strings.shop.title));
  return (
    <>
      <Signpost
        picture={<Logo size={84} />}
        title={strings.shop.canceled}
        ways={
          <>
            <ButtonLink to={paths.home}>{strings.common.home}</ButtonLink>
            <ButtonLink kind="primary" to={paths.shop}>
              {strings.shop.continue}
            </ButtonLink>
          </>
        }
      >
        <p>{strings.shop.canceledText}</p>
      </Signpost>
      <SimulatedNotice />
    </>
  );
}
