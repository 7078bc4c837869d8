import { files } from '../app/paths';
import { useStrings } from '../app/useStrings';
import type { Pages } from '../strings/pages';
import { useTitle } from '../ui/useTitle';
import classes from './About.module.css';
import { MovingPicture } from './MovingPicture';
import { Prose } from './Prose';
import { WithPages } from './WithPages';

/** Who makes this, why, and how it works. */
export function Component() {
  return <WithPages>{({ about }) => <About about={about} />}</WithPages>;
}

function About({ about }: Pick<Pages, 'about'>) {
  const strings = useStrings();
  useTitle(strings.title(about.title));
  return (
    <div className={classes.about}>
      <header className={classes.header}>
        <h1>{about.heading}</h1>
        <p>{about.lead}</p>
      </header>
      <figure className={classes.founders}>
        <img src={files.about('founders')} alt={about.foundersAlt} width={1120} height={560} />
        <figcaption>
          <blockquote>“{about.quote}”</blockquote>
          <p>{about.founders}</p>
        </figcaption>
      </figure>
      <div className={classes.sections}>
        {about.sections.map(({ heading, paragraphs }) => (
          <section key={heading}>
            <h2>{heading}</h2>
            <div className={classes.prose}>
              <Prose paragraphs={paragraphs} />
            </div>
          </section>
        ))}
      </div>
      <section className={classes.memes}>
        <h2>{about.memes.heading}</h2>
        <div className={classes.pictures}>
          {about.memes.pictures.map((picture) => (
            <MovingPicture key={picture.file} {...picture} />
          ))}
        </div>
      </section>
    </div>
  );
}
