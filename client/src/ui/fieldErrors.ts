import { createContext, useContext } from 'react';

/** The sentences about the refused fields of a form, by the names of the fields. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({});

/** Returns the sentence about a refused field; undefined if there is none. */
export function useFieldError(name: string | undefined): string | undefined {
  const errors = useContext(FieldErrors);
  return name === undefined ? undefined : errors[name];
}
