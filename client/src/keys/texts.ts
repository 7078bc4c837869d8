import { formats, text } from '../core/text';

export const lead = text(
  'The keys that you miss, and those that take you longest.',
  'Las teclas que fallas y las que más tiempo te toman.',
);
export const needLogin = text('Log in to see the keys of all your runs.', 'Inicia sesión para ver tus teclas.');
export const loading = text('Loading your keys', 'Cargando tus teclas');
export const failed = text('Couldn’t load your keys', 'No se pudieron cargar tus teclas');
export const range = text('Runs', 'Carreras y prácticas');
export const ranges = {
  '30days': text('Last 30 days', 'Últimos 30 días'),
  '1000runs': text('Last 1,000', `Últimas ${formats.es.number(1000)}`),
  all: text('All', 'Todas'),
};
export const counted = text(
  (runs: number) => `From ${formats.en.counted(runs, 'run', 'runs')}.`,
  (runs: number) => `De ${formats.es.counted(runs, 'carrera o práctica', 'carreras y prácticas')}.`,
);
export const practice = text('Practice these keys', 'Practicar estas teclas');
export const practiceHint = text(
  'Words with the keys that you miss or are slow at.',
  'Palabras con las teclas que fallas o que te toman más tiempo.',
);
export const empty = text(
  'No keys yet. They are counted from your next practice or race on.',
  'Todavía no hay teclas. Se cuentan desde tu próxima práctica o carrera.',
);
export const emptyRange = text('You haven’t typed in this time.', 'No escribiste en este tiempo.');
export const language = text('Language of the texts', 'Idioma de los textos');
export const allLanguages = text('All', 'Todos');
