import ArrowLeft from 'lucide-react/icons/arrow-left';
import Search from 'lucide-react/icons/search';
import { observer } from 'mobx-react-lite';
import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { paths } from '../core/paths';
import { useRoot } from '../core/useRoot';
import { useText } from '../core/useText';
import { Button, ButtonLink } from '../ui/Button';
import classes from './ProfileBar.module.css';
import * as texts from './texts';

/** Links from the profile of `shown` to others, and a search for them. */
export const ProfileBar = observer(function ProfileBar({ shown }: { shown: string }) {
  const t = useText();
  const { session } = useRoot();
  const navigate = useNavigate();
  const id = useId();
  const own = session.username;
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('username') ?? '').trim();
    if (typed !== '') navigate(paths.user(typed));
  };
  return (
    <div className={classes.bar}>
      <div className={classes.back}>
        <ButtonLink kind="quiet" to={paths.home}>
          <ArrowLeft aria-hidden="true" />
          <span>{t(texts.back)}</span>
        </ButtonLink>
        {own !== null && own.toLowerCase() !== shown.toLowerCase() && (
          <ButtonLink kind="quiet" to={paths.user(own)}>
            {t(texts.backTo)(own)}
          </ButtonLink>
        )}
      </div>
      <search>
        <form className={classes.search} onSubmit={search}>
          <label className="visually-hidden" htmlFor={id}>
            {t(texts.search)}
          </label>
          <input
            id={id}
            className={classes.input}
            name="username"
            placeholder={t(texts.search)}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          <Button type="submit">
            <Search aria-hidden="true" />
            <span>{t(texts.searchButton)}</span>
          </Button>
        </form>
      </search>
    </div>
  );
});
