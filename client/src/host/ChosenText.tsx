import { useQuery } from '@tanstack/react-query';
import Shuffle from 'lucide-react/icons/shuffle';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Language } from '../core/text';
import { useApi } from '../core/useApi';
import { useText } from '../core/useText';
import type { DrawnTextAnswer } from '../net/api';
import { Button } from '../ui/Button';
import { ErrorText } from '../ui/ErrorText';
import { Skeleton } from '../ui/Loading';
import classes from './Host.module.css';
import type { Draft } from './rounds';
import * as texts from './texts';

interface Props {
  language: Language;
  size: Draft['size'];
  chosen: Draft['chosen'];
  onChoose: (chosen: NonNullable<Draft['chosen']>) => void;
}

/** Shows one text of the site after the other, until the host likes one. */
export function ChosenText({ language, size, chosen, onChoose }: Props) {
  const t = useText();
  const api = useApi();
  /** The text that is not wanted; undefined at first. */
  const [not, setNot] = useState<number>();
  const isWanted = chosen === null || chosen.id === not;
  const query = new URLSearchParams({ language, length: size, ...(not !== undefined && { not: String(not) }) });
  const { data, error } = useQuery({
    queryKey: ['textForRound', `${query}`],
    // As a guest asks: the texts that the host is to practice are others.
    queryFn: () => api.get<DrawnTextAnswer>(`/api/gettext?${query}`),
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    if (data && isWanted) choose({ id: data.id, text: data.text });
  }, [data, isWanted]);
  return (
    <div className={classes.chosen}>
      {chosen ? (
        <p lang={language} dir="auto" translate="no">
          {chosen.text}
        </p>
      ) : (
        <Skeleton height="3rem" />
      )}
      <ErrorText error={error} />
      <Button kind="quiet" onClick={() => setNot(chosen?.id)}>
        <Shuffle aria-hidden="true" />
        <span>{t(texts.otherText)}</span>
      </Button>
    </div>
  );
}
