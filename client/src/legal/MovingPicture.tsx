import { files } from '../app/paths';

interface Props {
  file: string;
  alt: string;
  caption: string;
}

/** A picture that moves, and stands still for who does not want motion. */
export function MovingPicture({ file, alt, caption }: Props) {
  return (
    <figure>
      <picture>
        <source media="(prefers-reduced-motion: reduce)" srcSet={files.about(`${file}-still`)} />
        <img src={files.about(file)} alt={alt} width={640} height={400} loading="lazy" />
      </picture>
      <figcaption>{caption}</figcaption>
    </figure>
  );
}
