import type { ScriptServer } from './chunks';

/** A part of the page that is loaded when it is first needed, such as a screen. */
export class Script<Part> {
  /** Once it is here. */
  part: Part | undefined;
  private loading: Promise<Part> | undefined;

  /** @param fetch Loads it. When that fails, whoever needs it next tries again. */
  constructor(private readonly fetch: (server: ScriptServer) => Promise<Part>) {}

  load(server: ScriptServer): Promise<Part> {
    this.loading ??= this.fetch(server).then(
      (part) => {
        this.part = part;
        return part;
      },
      (error: unknown) => {
        this.loading = undefined;
        throw error;
      },
    );
    return this.loading;
  }
}
