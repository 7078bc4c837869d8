import { Component, type ReactNode } from 'react';
import { ErrorScreen } from './ErrorScreen';

/** Shows the error screen in place of what failed to render. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    return error === null ? this.props.children : <ErrorScreen error={error} />;
  }
}
