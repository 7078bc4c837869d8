import type { ComponentProps, ReactNode } from 'react';
import { CardPage } from '../ui/CardPage';
import { Form } from '../ui/Form';

interface Props extends ComponentProps<typeof Form> {
  title: string;
  lead: string;
  /** Links to the neighbours, below the form. */
  links?: ReactNode;
}

/** A form of its own screen: signup, login and their kin. */
export function AccountForm({ title, lead, links, ...form }: Props) {
  return (
    <CardPage title={title} lead={lead} isNarrow footnote={links}>
      <Form {...form} />
    </CardPage>
  );
}
