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
  const { notice, services } = useRoot();
  const { storage } = services;
  const [isLasting] = useState(() => storage.isLasting());
  const [text, setText] = useState(() => new OwnText(storage).text);
  const length = [...typed(text)].length;
  const hint = () => {
    if (length > LONGEST_OWN) return t(texts.ownTooLong)(LONGEST_OWN);
    return length > 0 && length < SHORTEST_OWN
      ? t(texts.ownTooShort)(SHORTEST_OWN)
      : t(isLasting ? texts.ownHint : texts.ownNotKept);
  };
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const isKept = new OwnText(storage).paste(text);
        // The storage may be too full for a text.
        if (isLasting && !isKept) notice.show(t(texts.ownNotKept));
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
