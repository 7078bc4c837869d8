import { RichText } from '../ui/RichText';
import type { Article } from './article';
import classes from './Legal.module.css';

export function LegalArticle({ article }: { article: Article }) {
  return (
    <article className={classes.article}>
      <header className={classes.header}>
        <h1>{article.title}</h1>
        {article.updated && <p className="note">{article.updated}</p>}
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

/** The paragraphs and lists of a section. */
export function Prose({ paragraphs }: { paragraphs: Article['sections'][number]['paragraphs'] }) {
  return paragraphs.map((paragraph) =>
    typeof paragraph === 'string' ? (
      <p key={paragraph}>
        <RichText text={paragraph} />
      </p>
    ) : (
      <ul key={paragraph.join()}>
        {paragraph.map((item) => (
          <li key={item}>
            <RichText text={item} />
          </li>
        ))}
      </ul>
    ),
  );
}
