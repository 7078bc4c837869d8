-- Spanish passages that nobody should be drilled in are retired: sonnets whose verses run together into prose, and old or
-- wrong spellings (á, obscuro, escura, duerme-vela, magnifico) and forms (hallábase, oíanse).
UPDATE texts SET retired = true
WHERE language = 'es' AND (source IN ('Sonetos', 'Sonetos (1543)', 'A la rosa') OR EXISTS (
    SELECT FROM (VALUES
        ('¡Dijérase que un velo de nubes acababa de'),
        ('Allí la gente robusta de la montaña podía'),
        ('El llano y los campos de caña se'),
        ('Triste ventaja del uso del mundo es la'),
        ('Como no hay plazo que no se cumpla'),
        ('Disputábanse aun el cielo, el sur con sus'),
        ('Sucedíale en aquel momento cual nos sucede siempre'),
        ('Yendo, pues, desta manera, la noche escura, el'),
        ('Cruzábanse por todas partes enhorabuenas y adioses, encargos'),
        ('A las tres de la tarde hallábase abierto'),
        ('Hay, sin embargo, algo en el hombre que'),
        ('Era aquella naturaleza agreste y sombría, y hacíanla'),
        ('Levantábanse a las seis de la mañana en'),
        ('Todo se desperezaba al salir del sueño, y'),
        ('Juan, que acariciaba los mármoles, que seguía por'),
        ('¡Todo se va durmiendo poco a poco: la'),
        ('Sentía por la reja, por la yunta, por'),
        ('El repique de la campanilla del acólito resonaba'),
        ('Era un magnifico día de invierno, el sol'),
        ('Por la cañada abajo, en dirección al río'),
        ('Iba avanzando mansamente la noche y los cuatro')
    ) AS old (beginning) WHERE starts_with(texts.text, old.beginning)
));
