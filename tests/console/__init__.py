"""The console from the outside: screens, buttons and a robot that has nothing else."""
