import { files } from '../core/paths';

interface Props {
  skin: string;
  /** In CSS pixels, at most 256: the files are sharp at two device pixels per CSS pixel. */
  size: number;
  /** Missing for a decorative image. */
  alt?: string;
  /** True for the main picture of a screen, which loads at once; others load when they come into view. */
  isHero?: boolean;
}

/** A square picture of a skin. */
export function SkinImage({ skin, size, alt = '', isHero = false }: Props) {
  return (
    <img
      src={files.skin(skin)}
      width={size}
      height={size}
      alt={alt}
      draggable={false}
      decoding="async"
      loading={isHero ? 'eager' : 'lazy'}
    />
  );
}
