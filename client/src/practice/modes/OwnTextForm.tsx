import { useState } from 'react';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { LONGEST_OWN, SHORTEST_OWN, typed } from '../rules/ownText';
import { OwnText } from './OwnText';
import * as texts from './texts';

/** Takes the visitor's own text. */
export function OwnTextForm({ onKept }: { onKept: () => void }) {
  const t = useText();
  const { storage } = useRoot().services;
  const [text, setText] = useState(() => new OwnText(storage).text);
  const length = [...typed(text)].length;
  const hint = () => {
    if (length > LONGEST_OWN) return t(texts.ownTooLong)(LONGEST_OWN);
    return length > 0 && length < SHORTEST_OWN ? t(texts.ownTooShort)(SHORTEST_OWN) : t(texts.ownHint);
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        new OwnText(storage).paste(text);
        onKept();
      }}
    >
      <TextArea
        label={t(texts.ownText)}
        hint={hint()}
        rows={8}
        value={text}
        spellCheck={false}
        dir="auto"
        data-main
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" kind="primary" isBlocked={length < SHORTEST_OWN}>
        {t(texts.useOwnText)}
      </Button>
    </form>
  );
}
