import { useState } from 'react';
import { useRoot } from '../../core/useRoot';
import { useText } from '../../core/useText';
import { Button } from '../../ui/Button';
import { TextArea } from '../../ui/Field';
import { LONGEST_OWN, typed } from '../rules/ownText';
import { OwnText } from './OwnText';
import * as texts from './texts';

/** Takes the visitor's own text. */
export function OwnTextForm({ onKept }: { onKept: () => void }) {
  const t = useText();
  const { storage } = useRoot().services;
  const [text, setText] = useState(() => new OwnText(storage).text);
  const isTooLong = text.length > LONGEST_OWN && [...typed(text)].length > LONGEST_OWN;
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
        hint={isTooLong ? t(texts.ownTooLong)(LONGEST_OWN) : t(texts.ownHint)}
        rows={8}
        value={text}
        spellCheck={false}
        data-main
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Button type="submit" kind="primary" isBlocked={typed(text) === ''}>
        {t(texts.useOwnText)}
      </Button>
    </form>
  );
}
