import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useRoot } from '../app/useRoot';
import { useStrings } from '../app/useStrings';
import { USER_STATS_KEY, userStatsQuery } from '../profile/queries';
import { Form } from '../ui/Form';
import { CountryField } from './country/CountryField';

/** Another country for the account, or none. */
export function ChangeCountry({ token, username }: { token: string; username: string }) {
  const strings = useStrings();
  const { services } = useRoot();
  const { data } = useQuery(userStatsQuery(services.api, username, token));
  const [chosen, setChosen] = useState<string | null>(null);
  const country = chosen ?? data?.country ?? '';
  const change = useMutation({
    mutationFn: () => services.api.changeCountry(token, country),
    onSuccess: () => services.queries.invalidateQueries({ queryKey: [USER_STATS_KEY] }),
  });
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
      onSubmit={() => change.mutate()}
    >
      <CountryField value={country} onChange={choose} />
    </Form>
  );
}
