import { files } from '../core/paths';
import { useText } from '../core/useText';
import classes from './About.module.css';
import type { LegalTexts } from './article';
import { Prose } from './LegalArticle';
import * as texts from './texts';

/** The founders, their motives, and how Colibri works. */
export function Component() {
  const t = useText();
  const about = t(texts.about);
  return (
    <div className={classes.about}>
      <header className={classes.header}>
        <h1 className={classes.heading}>{about.heading}</h1>
        <p className="lead">{about.lead}</p>
      </header>
      <figure className={classes.founders}>
        <img src={files.about('founders')} alt={about.foundersAlt} width={1120} height={560} />
        <figcaption>
          <blockquote>{`“${about.quote}”`}</blockquote>
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

/** An animated picture; a still one under reduced motion. */
function MovingPicture({ file, alt, caption }: LegalTexts['about']['memes']['pictures'][number]) {
  return (
    <figure className={classes.picture}>
      <picture>
        <source media="(prefers-reduced-motion: reduce)" srcSet={files.about(`${file}-still`)} />
        <img src={files.about(file)} alt={alt} width={640} height={400} loading="lazy" />
      </picture>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
