import { useCustomer } from '../../use-customer.ts'

/** The main heading of the page; visually hidden if the page header already shows the title. */
export function FormTitle() {
  const { config } = useCustomer()
  return <h1 className={config.logos.length > 0 ? 'form-title' : 'visually-hidden'}>{config.form_title}</h1>
}
