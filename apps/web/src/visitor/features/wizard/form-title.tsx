import { useCustomer } from '../../use-customer.ts'

/** The page's first heading. Where the header has no logo it shows the title itself. */
export function FormTitle() {
  const { config } = useCustomer()
  return <h1 className={config.logos.length > 0 ? 'form-title' : 'visually-hidden'}>{config.form_title}</h1>
}
