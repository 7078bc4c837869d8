import { useStrings } from '../app/useStrings';
import { useTitle } from '../ui/useTitle';
import classes from './Legal.module.css';
import { Prose } from './Prose';
import type { Article } from './texts';

/** A legal text, set to be read. */
export function LegalArticle({ article }: { article: Article }) {
  const strings = useStrings();
  useTitle(strings.title(article.title));
  return (
    <article className={classes.article}>
      <header className={classes.header}>
        <h1>{article.title}</h1>
        {article.updated && <p className={classes.updated}>{article.updated}</p>}
        {article.lead && <p className={classes.lead}>{article.lead}</p>}
      </header>
      {article.sections.map(({ heading, paragraphs }) => (
        <section key={heading}>
          <h2>{heading}</h2>
          <Prose paragraphs={paragraphs} />
        </section>
      ))}
    </article>
  );
}
