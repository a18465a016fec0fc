import type { operators as italian } from '../../it/admin/operators.ts'

export const operators: Record<keyof typeof italian, string> = {
  view_operators: 'Operadores',
  operator_name: 'Nombre',
  operator_surname: 'Apellidos',
  operator_email: 'Correo electrónico',
  operator_role: 'Función',
  role_viewer_hint: 'Lee todo, no cambia nada.',
  role_operator_hint: 'Cambia ajustes, formularios y asignaciones.',
  role_owner_hint: 'Puede todo y decide quién opera.',
  operator_forms: 'Formularios a su alcance',
  operator_all_forms: 'Todos los formularios',
  operator_no_forms: 'Sin un formulario no ve nada: escriba su código y pulse Añadir.',
  operator_state: 'Estado',
  operator_active: 'Activo',
  operator_disabled: 'Desactivado',
  operator_disable: 'Desactivar el acceso',
  operator_disable_hint: 'Sus sesiones terminan enseguida; el operador y el registro quedan.',
  operator_new_password: 'Nueva contraseña',
  operator_password_hint:
    'Sin contraseña se entra con una llave de acceso ya añadida, con el proveedor de acceso, si lo hay, o con un enlace de la línea de comandos.',
  operator_new_password_hint: 'Déjelo vacío para conservarla; una nueva cierra las sesiones abiertas y elimina las llaves de acceso.',
  operator_yourself: 'Este es usted: una función menor, la desactivación o una nueva contraseña valen enseguida.',
  operator_add: 'Añadir operador',
  operator_edit: 'Modificar operador',
  operator_delete: 'Eliminar operador',
  operator_delete_text: 'El operador «{1}» ya no podrá entrar y sus sesiones terminan enseguida. Lo que hizo queda en el registro.',
}
