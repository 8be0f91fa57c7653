/** Declares the part of Swagger UI that the page uses; the package contains no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Request = { headers: Record<string, string> };
  const SwaggerUI: (options: {
    readonly domNode: HTMLElement;
    readonly spec: object;
    readonly docExpansion: 'list';
    readonly defaultModelsExpandDepth: -1;
    readonly tryItOutEnabled: boolean;
    readonly persistAuthorization: boolean;
    readonly validatorUrl: null;
    readonly requestInterceptor: (request: Request) => Request;
  }) => unknown;
  export default SwaggerUI;
}
