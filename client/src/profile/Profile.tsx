import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { UnverifiedNotice } from '../account/UnverifiedNotice';
import { paths } from '../core/paths';
import type { Language } from '../core/text';
import * as commonTexts from '../core/texts';
import { useApi } from '../core/useApi';
import { useRoot } from '../core/useRoot';
import { userStatsQuery, useUserStats } from '../core/userStats';
import { useFormat, useText } from '../core/useText';
import { ApiError } from '../net/ApiError';
import type { UserStats } from '../net/api';
import { useSpeed } from '../typing/useSpeed';
import { LoadFailed } from '../ui/EmptyState';
import { LanguageFilter } from '../ui/LanguageFilter';
import { Loading, Skeleton } from '../ui/Loading';
import { Stat } from '../ui/Stat';
import { StatusPage } from '../ui/StatusPage';
import { useTitle } from '../ui/useTitle';
import classes from './Profile.module.css';
import { ProfileBar } from './ProfileBar';
import { ProfileHero } from './ProfileHero';
import { Races } from './Races';
import { statistics } from './statistics';
import * as texts from './texts';

/** A racer's public profile. */
export function Component() {
  const t = useText();
  const { username = '' } = useParams();
  const { data, error, refetch } = useUserStats(username);
  useTitle(t(commonTexts.title)(data?.username ?? username));
  return (
    <>
      <ProfileBar shown={data?.username ?? username} />
      {data ? (
        <ProfileView key={data.username} racer={data} />
      ) : error instanceof ApiError && error.status === 404 ? (
        <StatusPage title={t(texts.notFound)} role="alert">
          <p>{t(texts.notFoundText)}</p>
        </StatusPage>
      ) : error ? (
        <LoadFailed title={t(texts.notFound)} error={error} onRetry={refetch} />
      ) : (
        <Loading label={t(texts.loading)}>
          <h1 className="visually-hidden">{username}</h1>
          <Skeleton height="21rem" />
          <Skeleton height="16rem" />
        </Loading>
      )}
    </>
  );
}

/** A racer's skin, name and statistics. */
const ProfileView = observer(function ProfileView({ racer }: { racer: UserStats }) {
  const t = useText();
  const { session } = useRoot();
  const isOwn = session.username === racer.username;
  const [language, setLanguage] = useState<Language>();
  return (
    <div className={classes.view}>
      {isOwn && session.info?.verified === false && <UnverifiedNotice />}
      <ProfileHero racer={racer} isOwn={isOwn} />
      <section className="stack" aria-labelledby="profile-statistics">
        <header className="bar">
          <h2 id="profile-statistics">{t(texts.statistics)}</h2>
          <LanguageFilter chosen={language} onChoose={setLanguage} />
        </header>
        <Numbers username={racer.username} language={language} />
      </section>
      {racer.racesTotal > 0 && <Races username={racer.username} language={language} />}
    </div>
  );
});

/** The statistics in one language or in all; those of the choice before while they load. */
function Numbers({ username, language }: { username: string; language: Language | undefined }) {
  const t = useText();
  const speed = useSpeed();
  const format = useFormat();
  const query = userStatsQuery(useApi(), username, language);
  const { data, isPlaceholderData, error, refetch } = useQuery({
    ...query,
    // The profile has just fetched those of all languages.
    refetchOnMount: true,
    placeholderData: keepPreviousData,
  });
  if (!data) return error && <LoadFailed title={t(texts.statisticsFailed)} error={error} onRetry={refetch} />;
  return (
    <>
      {data.racesTotal === 0 && <p className="soft">{t(texts.noRacesYet)}</p>}
      <dl className={classes.numbers} data-stale={isPlaceholderData} aria-busy={isPlaceholderData}>
        {statistics(data, t, format, speed).map(({ race, ...statistic }) => (
          <Stat key={statistic.name} {...statistic} className={classes.number}>
            {race && (
              <Link className={classes.replay} to={paths.replay(race)}>
                {t(commonTexts.replay)}
              </Link>
            )}
          </Stat>
        ))}
      </dl>
    </>
  );
}
