import { accuracyRaces } from '../../../shared/fixtures/skins.json';
import { formatsOf } from '../platform/format';
import type { SkinWords } from './skins.en';

const { counted, percent } = formatsOf('es');

/** The skins in Spanish. Birds have the names that Costa Rican birders use. */
export const spanish: SkinWords & { hints: Required<SkinWords['hints']> } = {
  skins: {
    hummingbird: { name: 'Colibrí', description: 'El ave con la que todos empiezan y la que dio nombre al lugar.' },

    violetear: {
      name: 'Colibrí orejivioláceo',
      description: 'Canta todo el día desde la misma ramita y te reta a superarlo.',
    },
    emerald: { name: 'Esmeralda de coronilla cobriza', description: 'Pequeña y verde; solo vive en Costa Rica.' },
    firethroat: {
      name: 'Colibrí garganta de fuego',
      description: 'Lleva un atardecer bajo el pico y solo lo enseña a quien se acerca.',
    },
    brilliant: { name: 'Brillante frentiverde', description: 'Se posa para beber: rapidez sin prisa.' },
    sabrewing: {
      name: 'Ala de sable violáceo',
      description: 'El colibrí más grande del bosque nuboso; los demás le abren paso.',
    },
    quetzal: { name: 'Quetzal', description: 'Lo ven pocos y nadie lo olvida.' },

    thorntail: {
      name: 'Colicerda verde',
      description: 'Se aleja de las flores como un abejorro y de pronto ya no está.',
    },
    hermit: { name: 'Ermitaño verde', description: 'Recorre cada día la misma larga ronda de flores.' },
    jacobin: { name: 'Jacobino nuquiblanco', description: 'Siempre está donde pasa algo.' },
    mango: { name: 'Manguito pechiverde', description: 'Conoce todos los jardines de la costa.' },

    goldentail: { name: 'Colibrí colidorado', description: 'Su cola tiene el color de una primera medalla.' },
    woodnymph: { name: 'Ninfa coronada', description: 'Violeta y verde, acostumbrada a que la miren.' },
    mountaingem: { name: 'Colibrí montañés gorgimorado', description: 'Echa a todos los demás de sus flores.' },

    fairy: { name: 'Colibrí picopunzón', description: 'Ni una pluma fuera de lugar.' },
    talamanca: {
      name: 'Colibrí de Talamanca',
      description: 'Visita una por una las flores de la rama y no se le escapa ninguna.',
    },
    starthroat: { name: 'Colibrí piquilargo', description: 'Atrapa mosquitos en el aire, de uno en uno.' },

    snowcap: {
      name: 'Copete de nieve',
      description: 'Rojo vino, con gorro blanco: lo reconoces al verlo y ahora te reconocemos a ti.',
    },
    plumeleteer: { name: 'Colibrí patirrojo', description: 'Tiene patas rojas y una opinión. Gracias por la tuya.' },

    cat: { name: 'Gato', description: 'Camina sobre los teclados y escribe sorprendentemente bien.' },
    capybara: { name: 'Capibara', description: 'Amigo de todos, también de quienes lo adelantan.' },
    bee: { name: 'Abeja', description: 'Visita las mismas flores. Las comparte con todos.' },
    jesus: { name: 'Jesús', description: 'Perdona todas las erratas.' },

    coquette: {
      name: 'Coqueta crestirrojiza',
      description: 'Lleva el peinado más alto del bosque y no tiene con qué peinarse.',
    },
    mangrove: {
      name: 'Colibrí manglero',
      description: 'Vive entre dos mareas, en una sola costa de un solo país.',
    },
    woodstar: {
      name: 'Estrellita gorgimorada',
      description: 'No es más larga que un dedo, pero suena más que un dron.',
    },
    scintillant: { name: 'Chispita gorginaranja', description: 'Dos gramos de brasa.' },
    volcano: {
      name: 'Chispita volcanera',
      description: 'Vive a más de tres mil metros, donde el aire escasea.',
    },
    barbthroat: { name: 'Ermitaño barbudo', description: 'Se queda en la sombra y allí canta.' },
    lancebill: { name: 'Pico de lanza frentiverde', description: 'Llega primero a la meta por el largo de su pico.' },
    motmot: { name: 'Momoto cejiceleste', description: 'Mueve la cola como un reloj que nunca se atrasa.' },
    bellbird: { name: 'Pájaro campana', description: 'Se oye desde el valle vecino.' },
    toucanet: { name: 'Tucancillo verde', description: 'Siempre con el pico por delante.' },
  },

  hints: {
    signup: () => 'Crea una cuenta',
    wpm: (threshold) => `Escribe más rápido: llega a ${counted(threshold, 'ppm', 'ppm')} en una carrera`,
    races: (threshold) => `Completa y gana más carreras: completa ${threshold}`,
    wins: (threshold) => `Completa y gana más carreras: gana ${threshold}`,
    accuracy: (threshold) =>
      `Mejora tu precisión: un promedio de ${percent(threshold)} en al menos ${accuracyRaces} carreras`,
    egg: () => 'Busca sorpresas escondidas',
    verified: () => 'Verifica tu correo',
    feedback: () => 'Envíanos tus comentarios',
    shop: () => 'Se compra en la tienda',
  },
};
