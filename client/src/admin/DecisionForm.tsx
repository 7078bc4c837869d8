import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../core/useText';
import { Button } from '../ui/Button';
import type { Action } from '../ui/ErrorText';
import { Form } from '../ui/Form';
import classes from './Admin.module.css';
import * as texts from './texts';

interface Props<Name extends string> {
  submit: string;
  kind?: 'primary' | 'danger';
  action: Action;
  onSubmit: (values: Record<Name, string>) => void;
  onCancel: () => void;
  children: ReactNode;
}

/** A form for a decision that needs more than a click, with a button to cancel it. Its first field takes the focus. */
export function DecisionForm<Name extends string = never>({ onCancel, ...form }: Props<Name>) {
  const t = useText();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>('textarea, input')?.focus(), []);
  return (
    <div ref={place} className={classes.form}>
      <Form<Name> {...form} hasPrefix={false} />
      <Button kind="quiet" onClick={onCancel}>
        {t(texts.cancel)}
      </Button>
    </div>
  );
}
