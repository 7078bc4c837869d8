import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './Host.module.css';

interface Props {
  text: string;
  /** For screen readers. */
  label: string;
}

/** The number of light modules around a code, without which cameras do not find it. */
const QUIET = 3;

/** A text as a QR code, dark on light in every theme. */
export function Qr({ text, label }: Props) {
  const { size, path } = useMemo(() => {
    const { data } = encode(text, { border: QUIET });
    const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: data.length, path: squares.join('') };
  }, [text]);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
