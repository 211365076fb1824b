export const realFiles = () => [];
