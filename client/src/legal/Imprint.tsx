import { site } from '../core/site';
import { type Imprint, imprints } from './imprints';
import classes from './Legal.module.css';

/** The imprint, in English and in German. */
export function Component() {
  return (
    <div className={classes.languages}>
      {imprints.map((imprint, index) => (
        <ImprintText key={imprint.lang} imprint={imprint} isFirst={index === 0} />
      ))}
    </div>
  );
}

/** The imprint in one language; the first one's heading is the page's `h1`. */
function ImprintText({ imprint, isFirst }: { imprint: Imprint; isFirst: boolean }) {
  const [Heading, Part] = isFirst ? (['h1', 'h2'] as const) : (['h2', 'h3'] as const);
  const authors = site.authors.map(({ name }) => name).join(', ');
  return (
    <article className={classes.imprint} lang={imprint.lang}>
      <Heading className={classes.title}>{imprint.heading}</Heading>
      <section>
        <Part>{imprint.company}</Part>
        <address>
          <strong>{site.company}</strong>
          {site.address.map((line) => (
            <div key={line}>{line}</div>
          ))}
        </address>
        <p className="note">
          <span>{`${imprint.register}: `}</span>
          <span className={classes.number}>{site.register}</span>
        </p>
      </section>
      <section>
        <Part>{imprint.represented}</Part>
        <p>{authors}</p>
      </section>
      <section>
        <Part>{imprint.contact}</Part>
        <p>
          <span>{`${imprint.email}: `}</span>
          <a href={`mailto:${site.support}`}>{site.support}</a>
        </p>
      </section>
      <section>
        <Part>{imprint.responsible}</Part>
        <p>{authors}</p>
        <p>{site.address.join(', ')}</p>
      </section>
      <section>
        <Part>{imprint.disputes.heading}</Part>
        <p>{imprint.disputes.text}</p>
      </section>
    </article>
  );
}
