import { useQuery } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { userStatsQuery } from '../profile/queries';
import { Form } from '../ui/Form';
import { CountryField } from './country/CountryField';
import { useChangeCountry } from './queries';

/** Another country for the account, or none. */
export const ChangeCountry = observer(function ChangeCountry({ username }: { username: string }) {
  const strings = useStrings();
  const { services } = useRoot();
  const { data } = useQuery(userStatsQuery(services.api, username));
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? data?.country ?? '';
  const change = useChangeCountry();
  const choose = (value: string) => {
    change.reset();
    setChosen(value);
  };
  return (
    <Form
      submit={strings.settings.changeCountry}
      kind="secondary"
      isBlocked={change.isPending}
      error={change.error ? strings.errors.occurred(change.error.message) : null}
      success={change.isSuccess ? strings.settings.changedCountry : null}
      onSubmit={() => change.mutate(country)}
    >
      <CountryField value={country} onChange={choose} />
    </Form>
  );
});
