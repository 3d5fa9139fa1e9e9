import { Component, type ReactNode } from 'react';

type Props = { children: ReactNode };

/** The last net, below which nothing of the app can be relied on: plain elements only. */
export class RootErrorBoundary extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main>
        <h1>Error</h1>
        <p role="alert">An unknown error accurred.</p>
        <a href="/">Reload Tribehall</a>
      </main>
    );
  }
}
