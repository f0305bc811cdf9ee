// When rendering fails, shows the error, a button that copies a report, and a button that reloads the page.
// Autosave stores the scenario when it stops (boot.ts).
import { Component, type ReactNode } from "react";
import { Button } from "../components/Button.tsx";
import { pageTexts } from "../texts/index.ts";

interface Props {
  readonly children: ReactNode;
}

interface State {
  readonly error: Error | null;
}

export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    const report = `${error.message}\n${error.stack ?? ""}\n${navigator.userAgent}`;
    return (
      <div className="broken stack gap-4 center soft" role="alert">
        <h1>{pageTexts.app.crashed}</h1>
        <p>{pageTexts.app.crashedText}</p>
        <pre>{error.message}</pre>
        <div className="cluster">
          <Button primary onClick={() => location.reload()}>
            {pageTexts.app.reload}
          </Button>
          <Button onClick={() => void navigator.clipboard?.writeText(report).catch(() => undefined)}>
            {pageTexts.app.copyReport}
          </Button>
        </div>
      </div>
    );
  }
}
