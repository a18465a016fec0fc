import { useCustomer } from '../../use-customer.ts'

/** Main heading of the page. It is visually hidden if the page header already shows the title. */
export function FormTitle() {
  const { config } = useCustomer()
  return <h1 className={config.logos.length > 0 ? 'form-title' : 'visually-hidden'}>{config.form_title}</h1>
}
