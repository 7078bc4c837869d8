import { paths } from '../../app/paths';
import { site } from '../../app/site';
import type { Pages } from '.';

const mail = `[${site.support}](mailto:${site.support})`;
const privacy = `[política de privacidad](${site.privacyPolicy})`;

/** The long texts in Spanish. */
export const es: Pages = {
  about: {
    title: 'Nosotros',
    heading: 'Alas pequeñas, dedos veloces',
    lead: `${site.product} es un lugar para escribir por gusto: a solas, o en carreras con gente de todas partes.`,
    foundersAlt: 'Un colibrí y un quetzal vuelan sobre un teclado, por encima del bosque nuboso al amanecer.',
    quote:
      'Un colibrí bate las alas ochenta veces por segundo. Pensamos que nuestros dedos podían aprender algo de eso.',
    founders: `${site.authors.map(({ name }) => name).join(' y ')}, fundadores`,
    sections: [
      {
        heading: `¿Qué es ${site.product}?`,
        paragraphs: [
          `${site.product} es un juego de mecanografía para quien tenga un teclado. Recibes un pasaje de un libro y lo escribes: tan rápido como puedas y con la menor cantidad de errores. Practica a solas cuanto quieras, o toma un lugar en una carrera y mira volar a tu ave junto a las demás mientras escribes.`,
          'Jugar no cuesta nada, funciona en el navegador y se hizo en Costa Rica.',
        ],
      },
      {
        heading: 'Nuestra misión',
        paragraphs: [
          'Queremos que la gente escriba más rápido y con más precisión. Muchos pasamos horas al día con las manos en un teclado, y a pocos nos enseñaron cómo. Un poco de práctica diaria devuelve más tiempo del que toma, y puede ser divertida.',
        ],
      },
      {
        heading: 'Cómo funciona',
        paragraphs: [
          `El modo [Un jugador](${paths.singleplayer}) te da un texto, un cronómetro y tu velocidad mientras escribes. Una tecla equivocada pone su carácter en rojo y sigues adelante; Retroceso quita un carácter, Ctrl y Retroceso una palabra. Terminas cuando llegas al último carácter y todos están bien.`,
          'La velocidad se mide en palabras por minuto. Una palabra son cinco caracteres, espacios incluidos, para que las palabras largas valgan lo que cuestan. La precisión es la proporción de caracteres que acertaste a la primera.',
        ],
      },
      {
        heading: 'Carreras de mecanografía',
        paragraphs: [
          'Hasta cinco participantes comparten un texto. Quien llega primero abre la carrera, los demás tienen unos segundos para unirse, luego viene la cuenta regresiva y después todos escriben. El servidor lleva el tiempo, así que la carrera es justa también con una conexión lenta; si la tuya se corta, vuelves a donde estabas.',
          'Envía el enlace de tu carrera a tus amistades para competir con ellas. Competir bien te trae aves nuevas: por velocidad, por precisión, por victorias, y algunas por mirar donde nadie mira.',
        ],
      },
      {
        heading: 'Estadísticas',
        paragraphs: [
          'Tu perfil guarda tu velocidad y tu precisión promedio, tu carrera más rápida, cuántas completaste y ganaste, y el tiempo que competiste. Esos números son públicos y te ponen en la clasificación. Lo que haces en el modo Un jugador es solo tuyo: nadie más lo ve.',
        ],
      },
      {
        heading: 'Contacto',
        paragraphs: [
          `Leemos cada correo: ${mail}. Si algo te falta o no funciona, también puedes [enviarnos comentarios](${paths.feedback}).`,
        ],
      },
    ],
    memes: {
      heading: '¿Cuál eres tú?',
      pictures: [
        {
          file: 'hurry',
          alt: 'Un colibrí va y viene sobre un teclado cuyas teclas destellan. El marcador dice más de 200 ppm.',
          caption: 'Después de tres cafés. ¿Precisión? De la precisión no se habla.',
        },
        {
          file: 'calm',
          alt: 'Un capibara con una naranja en la cabeza se sienta en un teclado y no hace nada. El marcador dice 12 ppm.',
          caption: 'Doce palabras por minuto, todas correctas, y ningún remordimiento.',
        },
      ],
    },
  },

  disclaimer: {
    title: 'Descargo de responsabilidad',
    updated: 'Última actualización: 12 de junio de 2023',
    lead: `Lo que encuentras en ${site.product} busca ayudar y entretener. Esta página dice de qué respondemos y de qué no. En caso de duda prevalece la versión en inglés.`,
    sections: [
      {
        heading: 'Sin garantía',
        paragraphs: [
          `${site.company} (“nosotros”) ofrece ${site.product} tal como es y según esté disponible. Procuramos que funcione y que lo que dice sea correcto, pero no prometemos que esté completo, libre de errores, siempre disponible ni que sirva para lo que tienes en mente.`,
          'Tu velocidad y tu precisión las mide un juego. No son un certificado ni una evaluación profesional, y no deben usarse como tales.',
        ],
      },
      {
        heading: 'Tu salud',
        paragraphs: [
          'Escribir mucho tiempo puede cansar manos, brazos y ojos. Haz pausas y detente si algo duele. Nada en este sitio es consejo médico.',
        ],
      },
      {
        heading: 'Enlaces a otros sitios',
        paragraphs: [
          'Algunos enlaces llevan a sitios de otras personas. No influimos en lo que hay allí y no respondemos por ello. Revisamos cada uno cuando pusimos su enlace; si alguno se volvió ilícito, avísanos y lo quitamos.',
        ],
      },
      {
        heading: 'Socio afiliado',
        paragraphs: [
          `Algunos enlaces a teclados y otros productos son enlaces de afiliado de nuestro socio [${site.affiliate.name}](${site.affiliate.url}). Si compras algo después de seguir uno, podemos recibir una comisión. No te cuesta más y no cambia lo que recomendamos.`,
        ],
      },
      {
        heading: 'Textos y lo que escriben los usuarios',
        paragraphs: [
          'Los pasajes que escribes son de dominio público o los propusieron usuarios que dijeron de dónde vienen. Lo que dicen sus autores es opinión de ellos, no nuestra. Si tienes derechos sobre algo que no debería estar aquí, escríbenos.',
        ],
      },
      {
        heading: 'Límites de la responsabilidad',
        paragraphs: [
          `Hasta donde la ley lo permite, no respondemos por daños que vengan de usar ${site.product} o de confiar en lo que dice. Las [condiciones de uso](${paths.terms}) dicen más, y prevalecen donde los dos textos difieran.`,
        ],
      },
      { heading: 'Contacto', paragraphs: [`Preguntas sobre este texto: ${mail}.`] },
    ],
  },

  terms: {
    title: 'Condiciones de uso',
    updated: 'Última actualización: 12 de junio de 2023',
    lead: `Estas condiciones son un acuerdo entre tú y ${site.company} (“nosotros”), que opera ${site.product} (“el servicio”). Al usar el servicio las aceptas. Si no estás de acuerdo, por favor no lo uses. En caso de duda prevalece la versión en inglés.`,
    sections: [
      {
        heading: '1. Quién puede usar el servicio',
        paragraphs: [
          'Debes tener al menos 13 años. Si eres menor de edad donde vives, necesitas el permiso de tu madre, tu padre o quien tenga tu tutela, que acepta estas condiciones por ti.',
          'Cualquiera puede practicar sin cuenta. Las carreras, las estadísticas, los aspectos y las compras necesitan una.',
        ],
      },
      {
        heading: '2. Tu cuenta',
        paragraphs: [
          'Indica una dirección de correo en la que podamos contactarte y no compartas tu contraseña. Respondes por lo que ocurra con tu cuenta. Avísanos de inmediato si alguien más llegó a usarla.',
          'Una cuenta por persona, por favor. Un nombre de usuario no debe insultar, engañar ni fingir ser otra persona; podemos cambiar uno que lo haga.',
          'Puedes eliminar tu cuenta cuando quieras en sus ajustes. Tus datos personales se van con ella; los resultados de las carreras quedan para los demás participantes, sin tu nombre.',
        ],
      },
      {
        heading: '3. Juego limpio',
        paragraphs: [
          'Te comprometes a no:',
          [
            'escribir con programas, macros o cualquier cosa que no sean tus manos, ni dejar que otra persona compita por ti;',
            'pegar textos, manipular el cliente o enviar al servicio datos que ninguna carrera honesta produce;',
            'interferir con el servicio o con otros usuarios, evadir sus límites o buscar formas de entrar en él, salvo para contárnoslas;',
            'reunir datos de otros usuarios por medios automáticos;',
            'usar el servicio para algo contrario a la ley.',
          ],
          'Podemos quitar resultados y suspender o cerrar cuentas cuando esto no se respeta. Cuando podemos, antes decimos por qué.',
        ],
      },
      {
        heading: '4. Lo que nos envías',
        paragraphs: [
          'Los textos que propones y los comentarios que envías siguen siendo tuyos. Nos das el derecho, gratuito y sin límite de tiempo, de mostrarlos, editarlos y usarlos dentro del servicio. Propón solo textos que puedas compartir y di con honestidad quién los escribió.',
        ],
      },
      {
        heading: '5. Lo que es nuestro',
        paragraphs: [
          `El nombre, el logotipo, los aspectos, los sonidos y los textos de la interfaz pertenecen a ${site.company} o a quienes nos dan licencia. El código fuente tiene su propia licencia, que está junto a él en el [repositorio](${site.sourceRepository}).`,
        ],
      },
      {
        heading: '6. Compras',
        paragraphs: [
          'Los aspectos de la tienda son cosméticos: cambian cómo te ves en una carrera, no qué tan rápido eres. Al comprar uno recibes un derecho personal de usarlo dentro del servicio, que no puedes transferir. No tiene valor en dinero y termina con tu cuenta.',
          'Aceptamos estas formas de pago:',
          ['Visa', 'Mastercard', 'American Express', 'Discover', 'PayPal'],
          'Todos los pagos son en dólares estadounidenses y los realiza PayPal; nunca vemos el número de tu tarjeta. Los precios pueden cambiar, pero no después de que confirmaste una compra. Los impuestos que añade la ley se muestran antes de confirmar. Te comprometes a dar datos de pago correctos y completos.',
          'Los aspectos se entregan de inmediato, así que las compras son definitivas salvo que la ley donde vives te dé derecho a retractarte. Si algo salió mal, escríbenos y lo arreglamos.',
        ],
      },
      {
        heading: '7. Privacidad',
        paragraphs: [
          `Solo usamos las cookies y los datos necesarios para que el servicio funcione. Nuestra ${privacy} dice cuáles, para qué y qué derechos tienes.`,
        ],
      },
      {
        heading: '8. Cambios e interrupciones',
        paragraphs: [
          'Podemos cambiar, interrumpir o terminar el servicio o partes de él. No respondemos ante ti por eso, salvo que te devolvemos lo que pagaste y no pudiste usar.',
          'Podemos cambiar estas condiciones. La fecha de arriba dice cuándo lo hicimos por última vez; si un cambio es importante, lo anunciamos en el sitio antes de que entre en vigor. Quien sigue usando el servicio lo acepta.',
        ],
      },
      {
        heading: '9. Sin garantía',
        paragraphs: [
          `El servicio se ofrece tal como es y según esté disponible, sin garantía de ningún tipo, hasta donde la ley lo permite. El [descargo de responsabilidad](${paths.disclaimer}) dice más.`,
        ],
      },
      {
        heading: '10. Límites de la responsabilidad',
        paragraphs: [
          'Hasta donde la ley lo permite, ni nosotros ni quienes trabajan para nosotros respondemos por daños indirectos, incidentales o consecuentes, ni por ganancias o datos perdidos, que vengan de usar el servicio.',
          'Sea cual sea la razón, lo que respondemos ante ti se limita a lo que nos pagaste en los seis meses anteriores, y en todo caso a 15 USD.',
          'Algunas leyes no permiten tales límites. Donde sea así, no se te aplican hasta donde llegue esa ley.',
        ],
      },
      {
        heading: '11. Indemnización',
        paragraphs: [
          'Si otras personas nos reclaman porque incumpliste estas condiciones o sus derechos, cubres los costos que resulten, honorarios razonables de abogados incluidos.',
        ],
      },
      {
        heading: '12. Ley y disputas',
        paragraphs: [
          'Estas condiciones se rigen por la ley de Costa Rica, sin tomar en cuenta sus reglas sobre conflictos de leyes.',
          `Si no estamos de acuerdo, primero intentamos resolverlo hablando. Cualquiera de las partes empieza por escribir a la otra (a nosotros: ${mail}) de qué se trata, y ambas negocian de manera informal por al menos 30 días antes de que alguien inicie un arbitraje.`,
          'Lo que así no se resuelva lo decide un arbitraje vinculante en San José, Costa Rica, en inglés o español, con un árbitro, solo entre tú y nosotros y no como parte de una clase. Cualquiera de las partes puede acudir a un tribunal por una medida urgente o por derechos de propiedad intelectual. Los derechos irrenunciables que la ley da a los consumidores no cambian.',
        ],
      },
      {
        heading: '13. Lo demás',
        paragraphs: [
          'Si una parte de estas condiciones no vale, las demás sí. Si una vez no exigimos algo, podemos hacerlo después. Estas condiciones, con la política de privacidad y el descargo de responsabilidad, son todo lo acordado entre tú y nosotros.',
        ],
      },
      {
        heading: '14. Contacto',
        paragraphs: [`${site.company}, ${site.address.join(', ')}. Correo: ${mail}.`],
      },
    ],
  },
};
