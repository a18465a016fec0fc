import type { InputPhrases } from '../types.ts'

export const inputs: InputPhrases = {
  missing: 'El campo es obligatorio.',
  too_long: 'Es demasiado largo: {1} caracteres como máximo.',
  too_short: 'Es demasiado corto: {1} caracteres como mínimo.',
  too_many: 'Son demasiados: {1} como máximo.',
  too_few: 'Son muy pocos: {1} como mínimo.',
  too_small: 'El mínimo es {1}.',
  too_large: 'El máximo es {1}.',
  too_much: 'Contiene demasiados datos.',
  wrong_type: 'El valor no es del tipo correcto.',
  not_offered: 'El valor no está entre los admitidos: {1}.',
  unknown: 'Este campo no existe.',
  format: 'El valor no es válido: revisa cómo está escrito.',
  fixed: 'No se puede cambiar.',
  reserved: 'Está reservado: elige otro.',
  absent: 'No existe, o no está entre lo que puedes gestionar.',
  wrong: 'No es correcto.',
  last_owner: 'Debe quedar al menos un Titular activo de todos los formularios.',
  inside_address: 'La dirección no se admite: debe ser https y pública.',
  given_again: 'La dirección a la que va ha cambiado: escríbelo de nuevo.',
  common_password: 'Esta contraseña es de las primeras que se prueban: elija otra.',
  has_requests:
    'El formulario ha recibido solicitudes y no se puede eliminar: se perderían con sus adjuntos. Para cerrarlo al público, usa «Modificar» y activa el mantenimiento.',
  carries_link:
    'Este correo ya salió y contiene un enlace personal, que no se envía dos veces. Abre la solicitud {1} y vuelve a enviar la confirmación desde allí: saldrá un enlace nuevo.',
  carries_recovery:
    'Este correo ya salió y contiene un enlace personal, que no se envía dos veces. En las cuentas y los tokens puedes iniciar una nueva recuperación de la contraseña.',
  twice: '«{1}» aparece dos veces.',
  twice_here: 'Aparece dos veces.',
  too_deep: 'Está anidado demasiado: como máximo {1} niveles.',
  no_definition: 'No hay ninguna definición «{1}».',
  no_form: 'No hay ningún formulario «{1}».',
  no_secret: 'A «{1}» le falta el secreto o el token.',
  pattern: 'La expresión regular no es válida: {1}',
  template: 'La plantilla Liquid no es válida: {1}',
}
