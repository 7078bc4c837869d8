import Copy from 'lucide-react/icons/copy';
import { useRef } from 'react';
import limits from '../../openapi/limits.json';
import { useFormat, useText } from '../core/useText';
import type { ApiKey } from '../net/api';
import { Button } from '../ui/Button';
import { DialogButton } from '../ui/DialogButton';
import { LoadFailed } from '../ui/EmptyState';
import { ErrorText } from '../ui/ErrorText';
import { Field } from '../ui/Field';
import { Form } from '../ui/Form';
import { useCopy } from '../ui/useCopy';
import settings from './AccountScreen.module.css';
import classes from './ApiKeys.module.css';
import { useApiKeys, useMakeApiKey, useRevokeApiKey } from './queries';
import * as texts from './texts';

/** The user's keys of the public API, and a form that makes another, which is shown once. */
export function ApiKeys() {
  const t = useText();
  const { data: keys, error, refetch } = useApiKeys();
  const make = useMakeApiKey();
  const form = useRef<HTMLDivElement>(null);
  const forget = ({ keyName }: ApiKey) => {
    form.current?.focus();
    if (make.variables === keyName) make.reset();
    refetch();
  };
  if (!keys && error) return <LoadFailed title={t(texts.apiKeysFailed)} error={error} onRetry={refetch} />;
  return (
    <>
      {keys && keys.length > 0 && (
        <ul className={classes.keys} aria-label={t(texts.apiKeysTitle)}>
          {keys.map((key) => (
            <ApiKeyRow key={key.keyName} apiKey={key} onRevoked={() => forget(key)} />
          ))}
        </ul>
      )}
      {/* Takes the focus from the button of a key that is gone. */}
      <div ref={form} tabIndex={-1}>
        <Form<'keyName'>
          submit={t(texts.makeApiKey)}
          kind="secondary"
          action={make}
          onSubmit={({ keyName }, form) => make.mutate(keyName, { onSuccess: () => form.reset() })}
        >
          <Field
            label={t(texts.apiKeyName)}
            name="keyName"
            hint={t(texts.apiKeyNameHint)}
            autoComplete="off"
            required
            {...limits.keyName}
          />
        </Form>
      </div>
      <div role="status">{make.data && <NewApiKey secret={make.data.key} />}</div>
    </>
  );
}

/** A key just made, to be copied. */
function NewApiKey({ secret }: { secret: string }) {
  const t = useText();
  const copy = useCopy();
  return (
    <div className={classes.made}>
      <p>{t(texts.apiKeyMade)}</p>
      <code>{secret}</code>
      <Button onClick={() => copy(secret)}>
        <Copy aria-hidden="true" />
        <span>{t(texts.copyApiKey)}</span>
      </Button>
    </div>
  );
}

/** A key without its secret, and a button that revokes it. */
function ApiKeyRow({ apiKey, onRevoked }: { apiKey: ApiKey; onRevoked: () => void }) {
  const t = useText();
  const { date } = useFormat();
  const revoke = useRevokeApiKey();
  const { keyName, creationDate, lastUsed } = apiKey;
  // A day without a time would be one in UTC, which may be another here.
  const used = lastUsed === null ? t(texts.apiKeyUnused) : t(texts.apiKeyUsed)(date(`${lastUsed}T12:00`));
  return (
    <li className={settings.row}>
      <div className={settings.identity}>
        <strong>{keyName}</strong>
        <p className="note">{`${t(texts.apiKeyMadeOn)(date(creationDate))} · ${used}`}</p>
      </div>
      <DialogButton
        label={t(texts.revokeApiKey)}
        title={t(texts.revokeApiKeyTitle)(keyName)}
        aria-label={t(texts.revokeApiKeyTitle)(keyName)}
        onClosed={() => revoke.isSuccess && onRevoked()}
      >
        {(close) => (
          <div className="stack">
            <p>{t(texts.revokeApiKeyText)}</p>
            <ErrorText error={revoke.error} hasPrefix isBoxed />
            <div className="cluster">
              <Button
                kind="danger"
                onClick={() => revoke.mutate(keyName, { onSuccess: close })}
                isBlocked={revoke.isPending}
              >
                {t(texts.revokeApiKey)}
              </Button>
              <Button onClick={close} data-main>
                {t(texts.keepApiKey)}
              </Button>
            </div>
          </div>
        )}
      </DialogButton>
    </li>
  );
}
