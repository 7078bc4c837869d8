import { files, paths } from '../core/paths';
import { site } from '../core/site';
import { formatsOf } from '../platform/format';
import type { LegalTexts } from './article';

const mail = `[${site.support}](mailto:${site.support})`;
const privacy = `[Política de privacidad](${site.privacyPolicy})`;

/** The legal texts and the About page. */
export const spanish: LegalTexts = {
  about: {
    heading: 'Alas pequeñas, dedos veloces',
    lead: `${site.product} es un lugar para escribir por gusto: a solas o en carreras con gente de todo el mundo.`,
    foundersAlt: 'Un colibrí y un quetzal vuelan sobre un teclado, por encima del bosque nuboso al amanecer.',
    quote:
      'Un colibrí bate las alas cincuenta veces por segundo. Pensamos que nuestros dedos podían aprender algo de eso.',
    founders: `${site.authors.map(({ name }) => name).join(' y ')}, fundadores`,
    sections: [
      {
        heading: `¿Qué es ${site.product}?`,
        paragraphs: [
          `${site.product} es un juego de mecanografía para cualquiera que tenga un teclado. Recibes un texto, de un clásico o escrito para este sitio, y lo escribes tan rápido y con tanta precisión como puedas. Practica a solas cuanto quieras, o entra en una carrera y mira volar a tu ave junto a las demás mientras escribes.`,
          'Jugar es gratis, funciona en tu navegador y se hizo en Costa Rica.',
        ],
      },
      {
        heading: 'Nuestra misión',
        paragraphs: [
          'Queremos que la gente escriba más rápido y con más precisión. Muchos pasamos horas al día frente a un teclado, pero a pocos nos enseñaron a usarlo. Un poco de práctica diaria devuelve más tiempo del que toma, y hasta puede ser divertida.',
        ],
      },
      {
        heading: 'Cómo funciona',
        paragraphs: [
          `El modo [Un jugador](${paths.singleplayer}) te da un texto, un cronómetro y tu velocidad mientras escribes. Si te equivocas de tecla, el carácter se pone en rojo, pero sigues adelante; Retroceso te devuelve un carácter y Ctrl + Retroceso, una palabra. Terminas cuando llegas al último carácter y todos están bien.`,
          `La velocidad se mide en palabras por minuto. Una palabra son cinco caracteres, espacios incluidos, así que las palabras largas cuentan más. La precisión empieza en ${formatsOf('es').percent(100)} y baja con cada tecla equivocada, aunque la corrijas.`,
          'Además de textos, puedes escribir palabras frecuentes, por segundos o por cantidad, palabras con tus teclas débiles o un texto propio, que se queda en tu dispositivo. En las palabras, un error cuesta solo su palabra: el espacio te lleva a la siguiente.',
        ],
      },
      {
        heading: 'Carreras de mecanografía',
        paragraphs: [
          'Unos pocos participantes comparten un texto. Quien llega primero abre la carrera, los demás tienen unos segundos para unirse y luego empieza la cuenta regresiva. Tus teclas dicen cuándo escribiste, así que la carrera es justa aunque la conexión sea lenta. Si la tuya se corta, puedes volver justo a donde estabas.',
          `Si no llega nadie, te acompañan fantasmas de carreras anteriores. [La carrera de hoy](${paths.today}) da a todo el mundo el mismo texto y un solo intento. Cada carrera tiene una repetición, tecla por tecla, que puedes compartir y contra la que puedes competir.`,
          'Abre una carrera privada para competir con tus amistades: las espera, por su enlace o su código, hasta que tú la empieces. Al competir desbloqueas aves nuevas: unas por velocidad, otras por precisión, otras por carreras completadas y ganadas, y algunas por mirar donde nadie mira.',
        ],
      },
      {
        heading: 'Estadísticas',
        paragraphs: [
          'Tu perfil muestra tu velocidad y tu precisión promedio, tu carrera más rápida, cuántas completaste y ganaste, y cuánto tiempo has competido. Esos números son públicos y te ponen en la clasificación. Tus estadísticas del modo Un jugador son solo tuyas: nadie más las ve.',
          `[Tu historial](${paths.history}) tiene cada carrera y cada práctica con sus errores y su curva, tus marcas y los días en que escribiste. [Tus teclas](${paths.keys}) muestra cuáles fallas y cuáles te frenan.`,
        ],
      },
      {
        heading: 'Contacto',
        paragraphs: [
          `Leemos cada correo: ${mail}. Si algo falta o no funciona, también puedes [enviarnos comentarios](${paths.feedback}).`,
        ],
      },
    ],
    memes: {
      heading: '¿Cuál eres tú?',
      pictures: [
        {
          file: 'hurry',
          alt: 'Un colibrí va y viene sobre un teclado cuyas teclas destellan. El marcador indica más de 200 ppm.',
          caption: 'Después de tres cafés. ¿Precisión? De la precisión no se habla.',
        },
        {
          file: 'calm',
          alt: 'Un capibara con una naranja en la cabeza está sentado en un teclado sin hacer nada. El marcador indica 12 ppm.',
          caption: 'Doce palabras por minuto, todas correctas y ningún remordimiento.',
        },
      ],
    },
  },

  disclaimer: {
    title: 'Descargo de responsabilidad',
    updated: 'Última actualización: 12 de junio de 2023',
    lead: `El contenido de ${site.product} (el “Servicio”) se ofrece únicamente con fines informativos y de entretenimiento. Al usar el Servicio, aceptas este descargo de responsabilidad. En caso de duda, prevalece la versión en inglés.`,
    sections: [
      {
        heading: 'Sin garantía',
        paragraphs: [
          `${site.company} (“nosotros”) ofrece el Servicio “tal cual” y “según disponibilidad”. Aunque hacemos esfuerzos razonables para que el Servicio funcione y su contenido sea correcto, no otorgamos garantías de ningún tipo, expresas ni implícitas, sobre su integridad, exactitud, fiabilidad, disponibilidad o idoneidad para un fin determinado.`,
          'La velocidad y la precisión las mide un juego. No son un certificado ni una evaluación profesional, y no deben usarse como tales.',
        ],
      },
      {
        heading: 'Salud',
        paragraphs: [
          'Escribir durante mucho tiempo puede fatigar las manos, los brazos y los ojos. Haz pausas con regularidad y detente si sientes dolor o molestias. Nada en el Servicio constituye consejo médico.',
        ],
      },
      {
        heading: 'Enlaces externos',
        paragraphs: [
          'El Servicio puede contener enlaces a sitios web de terceros. No controlamos esos sitios ni somos responsables de su contenido. Revisamos cada sitio cuando agregamos su enlace; si crees que alguno se ha vuelto ilícito, avísanos y quitaremos el enlace.',
        ],
      },
      {
        heading: 'Enlaces de afiliado',
        paragraphs: [
          `Algunos enlaces a teclados y otros productos son enlaces de afiliado de nuestro socio afiliado, [${site.affiliate.name}](${site.affiliate.url}). Si compras algo después de seguir uno de esos enlaces, podemos recibir una comisión sin costo adicional para ti. Las comisiones no influyen en nuestras recomendaciones.`,
        ],
      },
      {
        heading: 'Textos y contenido de los usuarios',
        paragraphs: [
          'Los pasajes que se usan en el Servicio son de dominio público, se escribieron para él o fueron sugeridos por usuarios que indicaron su procedencia. Las opiniones que expresan son de sus autores y no reflejan necesariamente las nuestras. Si tienes derechos sobre algún contenido que, a tu juicio, no debería estar en el Servicio, escríbenos.',
        ],
      },
      {
        heading: 'Limitación de responsabilidad',
        paragraphs: [
          `En la máxima medida que permita la ley, no somos responsables de pérdidas ni daños derivados de tu uso del Servicio o de tu confianza en su contenido. Las [Condiciones de uso](${paths.terms}) contienen otras disposiciones y prevalecen en caso de conflicto con este descargo de responsabilidad.`,
        ],
      },
      {
        heading: 'Contacto',
        paragraphs: [`Si tienes preguntas sobre este descargo de responsabilidad, escríbenos a ${mail}.`],
      },
    ],
  },

  terms: {
    title: 'Condiciones de uso',
    updated: 'Última actualización: 12 de junio de 2023',
    lead: `Estas Condiciones de uso (las “Condiciones”) son un acuerdo legalmente vinculante entre tú y ${site.company} (“nosotros”) y rigen tu uso de ${site.product} (el “Servicio”). Al acceder al Servicio o usarlo, aceptas estas Condiciones. Si no las aceptas, no puedes usar el Servicio. En caso de duda, prevalece la versión en inglés.`,
    sections: [
      {
        heading: '1. Requisitos',
        paragraphs: [
          'Debes tener al menos 13 años para usar el Servicio. Si eres menor de edad en el lugar donde vives, solo puedes usarlo con el permiso de tu madre, tu padre o la persona que tenga tu tutela, quien acepta estas Condiciones en tu nombre.',
          'Puedes practicar sin cuenta. Las carreras, las estadísticas públicas, los aspectos y las compras requieren una.',
        ],
      },
      {
        heading: '2. Tu cuenta',
        paragraphs: [
          'Te comprometes a indicar una dirección de correo en la que podamos contactarte y a mantener en secreto tu contraseña. Eres responsable de toda la actividad de tu cuenta. Si te enteras de un uso no autorizado de tu cuenta, debes avisarnos de inmediato.',
          'Cada persona puede tener una sola cuenta. Los nombres de usuario no pueden ser ofensivos ni engañosos ni suplantar a otra persona; podemos cambiar los que lo sean.',
          'Puedes eliminar tu cuenta en cualquier momento en sus ajustes. Al eliminarla, tus datos personales se borran del Servicio. Los resultados de las carreras siguen visibles para los demás participantes, sin tu nombre.',
        ],
      },
      {
        heading: '3. Uso aceptable',
        paragraphs: [
          'Te comprometes a no:',
          [
            'usar programas, macros u otros medios automáticos para escribir por ti, ni permitir que otra persona compita con tu cuenta;',
            'pegar textos, manipular el cliente ni enviar al Servicio datos que no provengan de un juego auténtico;',
            'interferir con el Servicio o con sus usuarios, eludir sus límites ni buscar vulnerabilidades en él, salvo para informarnos de ellas;',
            'recopilar datos de otros usuarios por medios automáticos; ni',
            'usar el Servicio para fines ilícitos.',
          ],
          'Si incumples estas reglas, podemos eliminar tus resultados y suspender o cerrar tu cuenta. Cuando sea posible, te diremos antes el motivo.',
        ],
      },
      {
        heading: '4. Contenido de los usuarios',
        paragraphs: [
          'Conservas todos los derechos sobre los textos que sugieres y los comentarios que envías. Nos otorgas una licencia no exclusiva, mundial, gratuita y perpetua para mostrarlos, editarlos y usarlos en relación con el Servicio. Declaras que tienes derecho a enviar los textos que sugieres y que el autor que indicas es el correcto.',
        ],
      },
      {
        heading: '5. Propiedad intelectual',
        paragraphs: [
          `El nombre, el logotipo, los aspectos, los sonidos y la interfaz del Servicio son propiedad de ${site.company} o de sus licenciantes. El código fuente se rige por una licencia aparte, que se encuentra en el [repositorio](${site.sourceRepository}), y los tipos de letra, por la [SIL Open Font License](${files.fontLicenses}).`,
        ],
      },
      {
        heading: '6. Compras y pagos',
        paragraphs: [
          'Los aspectos que se venden en la tienda son cosméticos y no dan ninguna ventaja competitiva. Al comprar uno, te otorgamos una licencia personal e intransferible para usarlo dentro del Servicio. Los aspectos no tienen valor monetario, y tu licencia para usarlos termina cuando se cierra tu cuenta.',
          'Aceptamos las siguientes formas de pago:',
          ['Visa', 'Mastercard', 'American Express', 'Discover', 'PayPal'],
          'Todos los pagos se hacen en dólares estadounidenses y los procesa PayPal; nunca recibimos el número de tu tarjeta. Te comprometes a dar datos de pago actuales, completos y correctos. Podemos cambiar los precios en cualquier momento, pero no los de una compra que ya confirmaste. Pagas el precio que se muestra cuando confirmas la compra.',
          'Los aspectos se entregan de inmediato. Todas las ventas son definitivas, salvo que la ley aplicable te dé derecho a desistir de la compra o a un reembolso. Si algo sale mal con una compra, escríbenos y lo resolveremos.',
        ],
      },
      {
        heading: '7. Privacidad',
        paragraphs: [
          `Solo usamos las cookies y los datos necesarios para operar el Servicio. Nuestra ${privacy} explica qué recopilamos, para qué y qué derechos tienes.`,
        ],
      },
      {
        heading: '8. Cambios en el Servicio y en estas Condiciones',
        paragraphs: [
          'Podemos modificar, suspender o descontinuar el Servicio o una parte de él en cualquier momento. No seremos responsables ante ti por ello, salvo que te reembolsaremos las compras que por esa causa ya no puedas usar.',
          'Podemos actualizar estas Condiciones de vez en cuando. La fecha al inicio de esta página indica la última actualización. Anunciaremos los cambios importantes en el Servicio antes de que entren en vigor. Si sigues usando el Servicio después de esa fecha, aceptas las Condiciones actualizadas.',
        ],
      },
      {
        heading: '9. Exclusión de garantías',
        paragraphs: [
          `En la máxima medida que permita la ley, el Servicio se ofrece “tal cual” y “según disponibilidad”, sin garantías de ningún tipo, expresas ni implícitas. Consulta los detalles en nuestro [Descargo de responsabilidad](${paths.disclaimer}).`,
        ],
      },
      {
        heading: '10. Limitación de responsabilidad',
        paragraphs: [
          'En la máxima medida que permita la ley, ni nosotros ni nuestros directores, empleados o agentes seremos responsables de daños indirectos, incidentales, especiales o consecuentes, ni de pérdidas de ganancias o de datos, que se deriven de tu uso del Servicio.',
          'Nuestra responsabilidad total ante ti por cualquier reclamo relacionado con el Servicio, sea cual sea su causa, se limita a lo que nos pagaste en los seis meses anteriores al reclamo y en ningún caso superará los 15 USD.',
          'Algunas jurisdicciones no permiten ciertas limitaciones de responsabilidad. En ese caso, las limitaciones anteriores se te aplican solo en la medida que permita la ley.',
        ],
      },
      {
        heading: '11. Indemnización',
        paragraphs: [
          'Te comprometes a indemnizarnos por los reclamos de terceros, y por las pérdidas y los gastos que de ellos resulten, incluidos los honorarios razonables de abogados, que se deriven de tu incumplimiento de estas Condiciones o de tu violación de los derechos de otras personas.',
        ],
      },
      {
        heading: '12. Ley aplicable y resolución de disputas',
        paragraphs: [
          'Estas Condiciones se rigen por las leyes de Costa Rica, sin tener en cuenta sus normas sobre conflictos de leyes.',
          `Antes de iniciar un arbitraje, tú y nosotros acordamos intentar resolver cualquier disputa de manera informal. Cualquiera de las partes puede iniciar este proceso enviando a la otra una descripción de la disputa por escrito (a nosotros: ${mail}), y ambas negociarán de manera informal durante al menos 30 días antes de que alguna inicie un arbitraje.`,
          'Las disputas que no se resuelvan de manera informal se decidirán mediante arbitraje vinculante ante un solo árbitro en San José, Costa Rica, en inglés o en español. El arbitraje será únicamente individual, y no como parte de una acción colectiva o de representación. Cualquiera de las partes puede acudir a un tribunal para solicitar medidas urgentes o proteger sus derechos de propiedad intelectual. Nada en estas Condiciones limita los derechos de los consumidores que sean irrenunciables según la ley aplicable.',
        ],
      },
      {
        heading: '13. Disposiciones generales',
        paragraphs: [
          'Si alguna disposición de estas Condiciones resulta inaplicable, las demás seguirán plenamente vigentes. Que no exijamos el cumplimiento de una disposición no significa que renunciemos a exigirlo más adelante. Estas Condiciones, junto con nuestra Política de privacidad y el Descargo de responsabilidad, constituyen el acuerdo completo entre tú y nosotros sobre el Servicio.',
        ],
      },
      {
        heading: '14. Contacto',
        paragraphs: [`${site.company}, ${site.address.join(', ')}. Correo: ${mail}.`],
      },
    ],
  },
};
