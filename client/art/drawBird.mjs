/** Draws one species of bird as SVG. `species.mjs` lists the parts and colors of a species. */
import { drawFlying, eye, line, shape, shapes, spot } from './pose.mjs';

export function drawBird(name, bird) {
  const { bill, billShape, cap, crest, ear, eyeRing, eyeSpot, band, collar, nape, stripe, tips, wattles } = bird;
  return drawFlying(name, bird, {
    behind: [...TAILS[bird.tailShape], ...(tips ? TIPS.map(([x, y]) => spot(tips, x, y, 4, 6)) : [])],
    body: [
      band && shape(band, BAND),
      crest && shape('url(#crest)', CRESTS[bird.crestShape]),
      shape(bill, BILLS[billShape]),
      bird.billTip && shape(bird.billTip, BILL_TIPS[billShape]),
      shape('url(#head)', HEAD),
      nape && shape(nape, NAPE),
      cap && shape('url(#cap)', CAP),
      shape('url(#throat)', THROAT),
      SPANGLES,
      collar && shape(collar, COLLAR),
      ear && shape('url(#ear)', EAR),
      stripe && shape(stripe, STRIPE),
      eyeRing && spot(eyeRing, 180, 83, 10),
      eye(180, 83),
      eyeSpot && shape('#ffffff', EYE_SPOT),
      wattles &&
        ['M198 96C202 112 200 124 206 138', 'M194 97C194 112 190 124 194 136', 'M204 92C214 100 216 112 222 120']
          .map((d) => line(wattles, 4, d))
          .join(''),
    ],
  });
}

const HEAD = 'M138 96C140 70 160 58 178 62C194 65 203 78 200 94C197 116 176 130 156 124C144 120 137 110 138 96Z';
const CAP = 'M140 86C145 67 161 58 178 62C189 64 197 71 199 80C182 76 164 80 140 86Z';
const EAR = 'M174 92C162 90 150 97 146 110C158 114 170 108 174 92Z';
const NAPE = 'M140 88C132 98 132 112 142 121C156 120 160 106 152 92Z';
const STRIPE = 'M198 84C186 88 168 90 142 88C150 96 176 98 200 92Z';
const THROAT = 'M200 93C200 120 186 146 164 154C152 148 148 134 156 118C166 104 184 100 200 93Z';
const COLLAR = 'M193 112C188 134 178 150 164 158C157 154 152 148 151 140C166 140 182 130 193 112Z';
const BAND = 'M178 128C176 152 160 176 140 188C134 178 140 160 156 146Z';
const EYE_SPOT = 'M171 84C167 83 163 85 161 88C165 90 169 88 171 84Z';

const SPANGLES = `<g fill="#ffffff" opacity="0.28"><path d="M190 104C188 112 184 119 179 125C180 116 184 109 190 104Z"/><path d="M176 112C174 121 170 129 165 135C165 125 169 117 176 112Z"/><path d="M182 128C178 136 173 142 167 146C169 138 174 132 182 128Z"/></g>`;

const BILLS = {
  straight: 'M194 84C214 80 234 75 252 67C236 82 216 91 196 96Z',
  long: 'M194 82C216 74 238 60 256 40C244 66 222 86 196 97Z',
  curved: 'M194 80C222 72 246 82 254 110C238 94 218 92 195 97Z',
  short: 'M193 78C208 76 219 84 221 96C211 99 202 99 194 98Z',
  stout: 'M193 76C212 72 232 78 244 96C226 95 210 98 194 98Z',
  huge: 'M192 68C220 52 250 70 252 108C246 112 240 104 232 102C218 99 206 102 194 104Z',
};

const BILL_TIPS = {
  huge: 'M192 68C220 52 246 64 251 92C238 76 216 76 194 84Z',
  stout: 'M224 79C234 82 240 88 244 96C236 95 228 95 222 96Z',
};

const CRESTS = {
  spiky: 'M150 78C128 74 112 60 104 40C122 52 130 52 138 54C130 44 128 34 130 24C142 42 156 48 172 60Z',
  helmet: 'M142 92C136 66 152 40 184 44C200 46 208 58 204 74C198 62 186 58 172 62C158 66 148 76 142 92Z',
};

/** The feathers of a spread tail. */
export const FAN = [
  'M84 180C66 186 40 204 20 234C46 228 72 214 92 194Z',
  'M82 182C68 194 50 216 42 246C64 234 82 214 94 194Z',
  'M86 186C76 202 66 224 66 250C82 236 94 216 100 194Z',
];
/** The outer ends of a fan's feathers. */
const TIPS = [
  [27, 228],
  [46, 239],
  [68, 242],
];

const TAILS = {
  fan: [shapes('url(#tail)', FAN)],
  long: [
    shapes('url(#tail)', [
      'M84 180C62 188 34 208 6 244C40 230 70 214 92 194Z',
      'M86 186C72 204 56 228 46 254C68 238 88 216 100 194Z',
    ]),
  ],
  thorns: [
    line('url(#tail)', 7, 'M92 186C66 200 40 222 14 250'),
    line('url(#tail)', 7, 'M96 190C78 208 62 230 48 252'),
    shapes('url(#tail)', ['M84 180C70 188 58 198 48 212C64 210 80 204 94 194Z']),
  ],
  plumes: [
    shapes('url(#tail)', ['M84 180C64 190 46 204 34 222C56 218 76 208 92 194Z']),
    line('#f2f4ee', 8, 'M90 188C66 204 42 228 22 252'),
    line('#dfe5dc', 6, 'M94 190C78 206 60 230 46 252'),
  ],
  train: [
    shapes('url(#tail)', [
      'M80 172C48 190 16 214 2 256C30 240 66 222 96 192Z',
      'M84 180C62 200 36 226 26 256C56 244 84 220 102 192Z',
    ]),
  ],
  rackets: [
    line('url(#tail)', 4, 'M88 186C66 200 48 214 34 230'),
    line('url(#tail)', 4, 'M94 190C80 204 70 218 62 236'),
    shapes('url(#tail)', ['M84 178C72 184 62 192 54 202C70 202 84 200 96 192Z']),
    shapes('url(#racket)', [
      'M38 224C24 224 12 236 10 250C24 250 38 242 42 228Z',
      'M66 230C54 232 46 244 48 256C60 254 70 246 71 234Z',
    ]),
  ],
};
