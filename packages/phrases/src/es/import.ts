import type { ImportPhrases } from '../import-phrases.ts'

/**
 * Phrases for the import of forms from other products: notes about parts that were changed or left out, and reasons why
 * a form was rejected.
 */
export const imports: ImportPhrases = {
  import_note_branch: 'La respuesta a «{1}» decide cómo sigue el formulario: sus opciones se han convertido en pasos.',
  import_note_condition: 'La condición «{1}» no se ha importado: estas preguntas se ven siempre y son opcionales.',
  import_note_type_left_out: 'El tipo «{1}» no existe aquí: el elemento se ha omitido.',
  import_note_type_changed: 'El tipo «{1}» se ha convertido en «{2}».',
  import_note_setting: 'El ajuste «{1}» no se ha importado.',
  import_note_script: 'La regla «{1}» no se ha importado: compruebe si hace falta un límite en su lugar.',
  import_note_pattern: 'La expresión regular «{1}» no se puede usar aquí y se ha omitido.',
  import_note_calculation: 'El cálculo «{1}» no se ha importado.',
  import_note_default: 'El valor inicial «{1}» no está entre las opciones y se ha omitido.',
  import_note_repeat: 'El grupo «{1}» se podía repetir: aquí sus preguntas aparecen una sola vez.',
  import_note_matrix: 'La tabla se ha convertido en una pregunta por cada fila o celda.',
  import_note_choices_external: 'Las opciones vienen de «{1}» y no se han importado: añádalas o conecte un servicio.',
  import_note_choices_missing: 'La pregunta no tiene opciones: se ha convertido en un campo de texto.',
  import_note_code_changed: 'El nombre «{1}» se ha convertido en el código «{2}».',
  import_note_label_missing: 'Falta el texto: por ahora se lee «{1}».',
  import_note_translation_missing: '{1}: faltan {2} textos; en su lugar se muestra otro idioma.',
  import_note_language_unsupported: 'El idioma «{1}» no está previsto: sus textos se han omitido.',
  import_note_reference: 'El texto muestra la respuesta a otra pregunta: aquí se lee el marcador. Vuelva a escribirlo.',
  import_note_steps_merged: 'El formulario tiene demasiados niveles: los que siguen al {1} se han unido.',
  import_note_no_questions: 'No hay preguntas: añádalas a los pasos finales o nadie podrá enviar solicitudes.',
  import_note_text_cut: 'El texto era demasiado largo: quedan los primeros {1} caracteres.',
  import_note_more_notes: 'Hay {1} observaciones más que no figuran en la lista.',
  import_rejected_empty: 'No hay nada que importar: ningún paso y ninguna pregunta.',
  import_rejected_format: 'El contenido no tiene el formato elegido. Compruebe el archivo y el formato.',
  import_rejected_too_large: 'Es demasiado grande: como máximo {1} bytes.',
  import_rejected_too_many: 'Contiene demasiados elementos: como máximo {1}.',
  import_rejected_too_deep: 'Los grupos están anidados a demasiada profundidad: como máximo {1} niveles.',
  import_rejected_xlsx: 'El archivo no es un libro de Excel (.xlsx) legible. Guárdelo de nuevo y vuelva a intentarlo.',
  import_rejected_no_survey: 'En el archivo falta la hoja «survey», que todo XLSForm debe tener.',
  import_rejected_unclosed: 'Un grupo no está bien abierto o cerrado: {1}.',
}
