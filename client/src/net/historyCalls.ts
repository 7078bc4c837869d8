/** The calls of the history, until the api's document has them. */

/** A mode of practice; races are always `text`. */
export type Mode =
  | 'text'
  | 'words15s'
  | 'words30s'
  | 'words60s'
  | 'words120s'
  | 'words10'
  | 'words25'
  | 'words50'
  | 'words100'
  | 'weak'
  | 'own';

/** A language of texts. */
export type TextLanguage = 'en' | 'es';

export interface HistoryFilters {
  kind?: 'race' | 'practice';
  mode?: Mode;
  language?: TextLanguage;
  /** The first UTC day. */
  from?: string;
  /** The last UTC day. */
  to?: string;
}

export interface HistoryRun {
  id: string;
  kind: 'race' | 'practice';
  mode: Mode;
  language: TextLanguage;
  author: string | null;
  /** The first characters of the text; empty if it is gone. */
  excerpt: string;
  /** In characters. */
  length: number;
  wpm: number;
  rawWpm: number | null;
  accuracy: number;
  consistency: number | null;
  /** Seconds. */
  time: number;
  place: number | null;
  racers: number | null;
  room: string | null;
  unranked: boolean;
  date: string;
  hasKeys: boolean;
}

/** A run with its text and its keys, as far as they are kept. */
export interface HistoryRunDetails extends HistoryRun {
  text: string | null;
  keystrokes: string | null;
  times: number[] | null;
}

/** A run, or the mean of the runs of a UTC day. */
export interface PlotPoint {
  /** A moment, or a day. */
  date: string;
  wpm: number;
  accuracy: number;
  runs: number;
}

export interface Best {
  kind: 'race' | 'practice';
  mode: Mode;
  length: 'short' | 'medium' | 'long' | null;
  language: TextLanguage;
  wpm: number;
  accuracy: number;
  date: string;
  id: string;
}

export interface TypedDay {
  day: string;
  runs: number;
  seconds: number;
}

/** The figures of a character or of a pair. */
export interface KeyFigures {
  key: string;
  typed: number;
  missed: number;
  meanMs: number | null;
  medianMs: number | null;
}

interface Call<Form, Answer> {
  post: {
    requestBody: { content: { 'application/json': Form & { token: string } } };
    responses: { 200: { content: { 'application/json': Answer } } };
  };
}

declare module '../../openapi/schema' {
  interface paths {
    '/api/history': Call<
      HistoryFilters & { after?: string; limit?: number },
      { runs: HistoryRun[]; next: string | null }
    >;
    '/api/history/run': Call<{ id: string }, HistoryRunDetails>;
    '/api/history/plot': Call<HistoryFilters, { points: PlotPoint[] }>;
    '/api/history/bests': Call<{ language?: TextLanguage }, { bests: Best[] }>;
    '/api/history/days': Call<object, { days: TypedDay[]; streak: number }>;
    '/api/history/delete': Call<{ id?: string; all?: boolean }, { deleted: number }>;
    '/api/keys': Call<
      { range?: '30days' | '1000runs' | 'all'; language?: TextLanguage },
      { characters: KeyFigures[]; pairs: KeyFigures[]; runs: number }
    >;
  }
}
