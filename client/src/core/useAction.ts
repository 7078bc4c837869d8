import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

const IDLE = { isIdle: true, isPending: false, isSuccess: false, error: null, data: undefined, input: undefined };

interface State<Input, Output> {
  isIdle: boolean;
  isPending: boolean;
  isSuccess: boolean;
  error: Error | null;
  data: Output | undefined;
  /** The input of the last run. */
  input: Input | undefined;
}

/**
 * A call that is sent once for each `run`, without retries, and the state of its last run. A run keeps the closures of
 * the render in which it began, so it must read from a store what may change in the meantime.
 */
export function useAction<Input = void, Output = unknown>(call: (input: Input) => Promise<Output>) {
  const [state, setState] = useState<State<Input, Output>>(IDLE);
  const latest = useRef(call);
  useLayoutEffect(() => {
    latest.current = call;
  });
  /** The run whose outcome is shown. */
  const shown = useRef<Promise<Output> | null>(null);
  const reset = useCallback(() => {
    shown.current = null;
    setState(IDLE);
  }, []);
  /** Starts a run. `onSuccess` is not called after the component is gone or the run is reset or replaced. */
  const run = useCallback((input: Input, onSuccess?: (output: Output) => void) => {
    const output = latest.current(input);
    shown.current = output;
    setState({ ...IDLE, isIdle: false, isPending: true, input });
    output.then(
      (data) => {
        if (shown.current !== output) return;
        setState({ ...IDLE, isIdle: false, isSuccess: true, input, data });
        onSuccess?.(data);
      },
      (error: Error) => {
        if (shown.current === output) setState({ ...IDLE, isIdle: false, input, error });
      },
    );
  }, []);
  useEffect(
    () => () => {
      shown.current = null;
    },
    [],
  );
  return { ...state, run, reset };
}
