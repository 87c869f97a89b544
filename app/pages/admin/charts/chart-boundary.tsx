import { Component, type ReactNode } from "react";

type State = { failed: boolean };

/** A drawing that fails, say because its part of a new release is gone, takes nothing along: the table below has it all. */
export class ChartBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return <p className="chart-failed">The chart could not be drawn. The table below has its figures.</p>;
  }
}
