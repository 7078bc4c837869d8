import { databaseUrl, runSql } from './postgres';
import { colibri, Server, type Texts } from './server';

/** Of 61 characters; the minimum is 60. */
const SHORT = [
  'A hummingbird beats its wings fifty times in a single second.',
  'Small birds drink from every flower, and then they fly again.',
  'Over the cloud forest the morning is green, quiet and gentle.',
];

/** For visitors who read Spanish. */
const SPANISH = [
  'El colibrí bate las alas cincuenta veces en un solo segundo, ¡y vuela!',
  '¿Quién diría que un pájaro tan pequeño cruza el mar cada otoño, niña?',
];

/** Several lines, of more than a hundred characters, so that some keys do not change the whole percent. */
const LONG = [
  'A hummingbird hovers before a flower for as long as it takes to drink, and no longer; then it is at the next one, and at the one after that, and before the morning is over it has been to a thousand of them, each of them once.',
];

/** With what takes more than one key on a keyboard with dead keys. */
const QUOTED = [`The milliners' shops weren't open; the "Hummingbird's Garden" was.`];
const ACCENTED = ['¿Quién llamó a la niña? Ella pidió café con azúcar; y después limón y más pan ayer.'];

/**
 * Starts one Postgres for all servers of the tests, with a template database for each kind of texts. Servers start
 * fast, because the copies are migrated, and no write waits for the disk.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const keeper = await Server.startWithPostgres();
  try {
    await fill(keeper.socketDir);
  } catch (error) {
    await keeper.stop();
    throw error;
  }
  process.env.COLIBRI_E2E_POSTGRES = keeper.socketDir;
  return () => keeper.stop();
}

/** Creates the template databases. */
async function fill(socketDir: string): Promise<void> {
  const settings = ['fsync', 'synchronous_commit', 'full_page_writes'];
  await runSql(socketDir, 'colibri', [
    ...settings.map((setting) => `ALTER SYSTEM SET ${setting} = off`),
    'SELECT pg_reload_conf()',
    'CREATE DATABASE short',
  ]);
  await colibri(['migrate'], { DATABASE_URL: databaseUrl(socketDir, 'short') });
  const kinds: Record<Texts, { en: string[]; es: string[] }> = {
    short: { en: SHORT, es: SPANISH },
    long: { en: LONG, es: SPANISH },
    accents: { en: QUOTED, es: ACCENTED },
  };
  for (const database of ['long', 'accents'] satisfies Texts[])
    await runSql(socketDir, 'colibri', [`CREATE DATABASE ${database} TEMPLATE short`]);
  for (const [database, { en, es }] of Object.entries(kinds)) {
    const row = (language: string) => (text: string) =>
      `('${language}', 'Ana Solano', '${text.replaceAll("'", "''")}', 'The tests')`;
    const rows = [...en.map(row('en')), ...es.map(row('es'))];
    await runSql(socketDir, database, [
      'DELETE FROM texts',
      `INSERT INTO texts (language, author, text, source) VALUES ${rows.join()}`,
    ]);
  }
}
