/** Style sheets are taken into the bundle. */
declare module "*.css";
